/** A request body, or part of one. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** What all four APIs take as the id of a call and as the name of a function. */
export const legalName = /^[a-zA-Z0-9_-]{1,64}$/;

export function isObject(value: unknown): value is RequestBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objects(value: unknown): readonly RequestBody[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Collects problems with the place where they are. */
export class Problems {
  readonly list: string[] = [];

  add(place: string, problem: string): void {
    this.list.push(`${place}: ${problem}`);
  }

  /** Adds the problem unless the condition holds. */
  need(condition: boolean, place: string, problem: string): void {
    if (!condition) this.add(place, problem);
  }
}

/** Checks the functions that a request offers, whichever API wraps them, and answers their names. */
export function checkFunctions(
  problems: Problems,
  functions: readonly RequestBody[],
  schemaMember: string,
): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  for (const [index, fn] of functions.entries()) {
    const place = `tools[${index}]`;
    problems.need(typeof fn.name === 'string' && legalName.test(fn.name), place, `illegal name ${String(fn.name)}`);
    problems.need(!names.has(fn.name), place, `${String(fn.name)} is there twice`);
    problems.need(isFilledText(fn.description), place, 'no description');
    const schema = fn[schemaMember];
    problems.need(isObject(schema) && schema.type === 'object', place, `${schemaMember} is no schema of an object`);
    problems.need(isObject(schema) && isObject(schema.properties), place, `${schemaMember} has no properties`);
    names.add(fn.name);
  }
  return names;
}

/** Waits for results of calls: each exactly once, in their order, before anything else. */
export class PendingCalls {
  #pending: { readonly id: unknown; readonly place: string }[] = [];
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  get size(): number {
    return this.#pending.length;
  }

  begin(id: unknown, place: string): void {
    const isTwice = this.#pending.some((call) => call.id === id);
    this.#problems.need(!isTwice, place, `the call ${String(id)} is there twice`);
    this.#pending.push({ id, place });
  }

  answer(id: unknown, place: string): void {
    const at = this.#pending.findIndex((call) => call.id === id);
    this.#problems.need(at >= 0, place, `a result for ${String(id)}, which no open call has`);
    this.#problems.need(at <= 0, place, `the result for ${String(id)} is not in the order of the calls`);
    if (at >= 0) this.#pending.splice(at, 1);
  }

  /** Nothing may be open here. */
  close(place: string): void {
    for (const call of this.#pending) {
      this.#problems.add(place, `the call ${String(call.id)} of ${call.place} has no result before this`);
    }
    this.#pending = [];
  }
}
