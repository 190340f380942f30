import type { JsonValue } from '../contract/json.js';
import { isSameJson } from './is-same-json.js';

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

  /** Answers how long the run is with this call. The arguments have to stay as they are. */
  add(name: string, args: JsonValue): number {
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
}
