import assert from 'node:assert/strict';
import { isLoadoutError } from '../../contract/errors.js';
import type { BotErrorCode } from '../bot-id.js';
import type { Assignment, NewAssignment, Store } from '../roles.js';

/** One promise of a store. `run` rejects with an `AssertionError` when the store breaks it. */
export interface StoreCheck {
  readonly title: string;
  /** `makeStore` gives an empty store each time; the check closes it. */
  run(makeStore: () => Promise<Store>): Promise<void>;
}

/** A check of one store. */
export function check(title: string, body: (store: Store) => Promise<void>): StoreCheck {
  return {
    title,
    async run(makeStore) {
      const store = await makeStore();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    },
  };
}

/** A new assignment, of a companion's tool where nothing else is said. */
export function newAssignment(toolName: string, rest: Partial<NewAssignment> = {}): NewAssignment {
  return { toolName, owner: 'acme-tools', label: `Label of ${toolName}`, definitionHash: 'a1', ...rest };
}

/** Holds `work` to reject with `code`. */
export async function assertRejects(work: Promise<unknown>, code: BotErrorCode): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(isLoadoutError(error, code), `expected a LoadoutError ${code}, got ${String(error)}`);
    return true;
  });
}

/** The tool names of a bot, in order. */
export async function listNames(store: Store, botId: string): Promise<readonly string[]> {
  return (await store.listAssignments(botId)).map(({ toolName }) => toolName);
}

/** The one assignment of a bot that has one. */
export async function getOnlyAssignment(store: Store, botId: string): Promise<Assignment> {
  const [assignment, ...others] = await store.listAssignments(botId);
  assert.ok(assignment !== undefined && others.length === 0, `expected one assignment, got ${others.length + 1}`);
  return assignment;
}

/** Changes an object that a store handed out. It may be frozen: then the attempt must have no effect. */
export function tryToChange(change: () => void): void {
  try {
    change();
  } catch (error) {
    assert.ok(error instanceof TypeError, `expected a frozen object or a copy, got ${String(error)}`);
  }
}

/** Waits until the system's clock shows a later millisecond, so that two times can differ. */
export async function passMillisecond(): Promise<void> {
  const start = Date.now();
  while (Date.now() === start) await new Promise((resolve) => setImmediate(resolve));
}

/** Holds `text` to be a time in ISO 8601, UTC, as `Date.toISOString` writes it. */
export function assertTimestamp(text: string): void {
  assert.equal(new Date(text).toISOString(), text);
}
