import { createObservable, type Observable } from '../../../api/observable.js';

/** What this tab is doing to a loadout, by tool. */
export interface LoadoutState {
  /** On its way: what the switch shows meanwhile; null: it stays as it is. */
  readonly pending: ReadonlyMap<string, boolean | null>;
  /** What was not done, and why. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** Changed by this tab; others' changes are told apart by it. */
  readonly own: ReadonlySet<string>;
}

const states = new Map<string, Observable<LoadoutState>>();

/** The state of a bot's loadout in this tab. */
export function loadoutState(bot: string): Observable<LoadoutState> {
  const known = states.get(bot);
  if (known !== undefined) return known;
  const made = createObservable<LoadoutState>({ pending: new Map(), failures: new Map(), own: new Set() });
  states.set(bot, made);
  return made;
}

/** Notes that changes are on their way. */
export function begin(bot: string, tools: readonly string[], shown: boolean | null): void {
  const state = loadoutState(bot);
  const { pending, failures, own } = state.get();
  state.set({
    pending: new Map([...pending, ...tools.map((tool) => [tool, shown] as const)]),
    failures: without(failures, tools),
    own: new Set([...own, ...tools]),
  });
}

/** Notes that they have ended. */
export function end(bot: string, tools: readonly string[], failures: ReadonlyMap<string, unknown>): void {
  const state = loadoutState(bot);
  const before = state.get();
  state.set({
    ...before,
    pending: without(before.pending, tools),
    failures: new Map([...without(before.failures, tools), ...failures]),
  });
}

/** What others do from now on to these counts as theirs again. */
export function forgetOwn(bot: string, tools: readonly string[]): void {
  const state = loadoutState(bot);
  const own = new Set(state.get().own);
  for (const tool of tools) own.delete(tool);
  state.set({ ...state.get(), own });
}

/** What was said of a failure has been read. */
export function dismissFailure(bot: string, tool: string): void {
  const state = loadoutState(bot);
  state.set({ ...state.get(), failures: without(state.get().failures, [tool]) });
}

function without<Value>(values: ReadonlyMap<string, Value>, tools: readonly string[]): Map<string, Value> {
  const left = new Map(values);
  for (const tool of tools) left.delete(tool);
  return left;
}
