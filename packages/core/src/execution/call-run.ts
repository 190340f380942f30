import type { JsonValue } from '../contract/json.js';
import { isSameJson } from '../schema/is-same-json.js';

/** A longer call is forgotten by a turn that waits: it counts as another one afterwards. */
const MAX_KEPT_CHARACTERS = 100_000;

/** What a turn that waits for a person remembers of its calls. */
export interface KeptRun {
  readonly name: string;
  readonly arguments: JsonValue;
  /** 0: there was no call. */
  readonly length: number;
  /** By tool. */
  readonly counts: readonly (readonly [string, number])[];
}

/**
 * The run of identical calls that a turn is in (contract 7.2): same tool, same arguments, one after the other. A call is
 * compared with the one before it only. Calls that were refused before anybody looked at repetition, such as those with
 * invalid arguments, neither belong to a run nor end it.
 */
export class CallRun {
  #name = '';
  #args: JsonValue = null;
  #length = 0;
  #counts: Map<string, number> | undefined;
  /** As they were before the last call. */
  #nameBefore = '';
  #argsBefore: JsonValue = null;
  #lengthBefore = 0;

  /** `earlier`: of a turn that waited and goes on. */
  constructor(earlier?: KeptRun) {
    if (earlier === undefined) return;
    this.#name = earlier.name;
    this.#args = earlier.arguments;
    this.#length = earlier.length;
    if (earlier.counts.length > 0) this.#counts = new Map(earlier.counts);
  }

  /** Answers how long the run is with this call. The arguments have to stay as they are. */
  add(name: string, args: JsonValue): number {
    this.#nameBefore = this.#name;
    this.#argsBefore = this.#args;
    this.#lengthBefore = this.#length;
    if (this.#length > 0 && name === this.#name && isSameJson(args, this.#args)) {
      this.#length += 1;
    } else {
      this.#name = name;
      this.#length = 1;
    }
    this.#args = args;
    return this.#length;
  }

  /** Answers how many calls of the tool there were with this one, for tools whose calls are counted. */
  count(name: string): number {
    this.#counts ??= new Map();
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }

  /**
   * A call waits: it counts when it goes through the pipeline again. Where another one came after it, the run is that one's.
   * `args`: what was added.
   */
  takeBack(name: string, args: JsonValue, { isCounted }: { readonly isCounted: boolean }): void {
    if (isCounted) this.#counts?.set(name, (this.#counts.get(name) ?? 1) - 1);
    if (name !== this.#name || args !== this.#args) return;
    this.#name = this.#nameBefore;
    this.#args = this.#argsBefore;
    this.#length = this.#lengthBefore;
  }

  keep(): KeptRun {
    const isShort = JSON.stringify(this.#args).length <= MAX_KEPT_CHARACTERS;
    return {
      name: this.#name,
      arguments: isShort ? this.#args : null,
      length: isShort ? this.#length : 0,
      counts: [...(this.#counts ?? [])],
    };
  }
}
