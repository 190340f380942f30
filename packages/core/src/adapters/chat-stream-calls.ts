import { isRecord } from '../contract/json.js';
import { textOf, type WireObject } from './wire-values.js';

/** A call of Chat Completions while it comes in. */
export interface OpenCall {
  readonly index: unknown;
  /** Where it stands among the calls. */
  readonly place: number;
  id: string;
  name: string;
  arguments: string;
  isTold: boolean;
  /** Whatever else the service says of the call: signatures of thoughts, for one. */
  rest: Record<string, unknown>;
}

/** The calls with one index. Where the first has no id, there is no other. */
interface SameIndex {
  last: OpenCall;
  readonly byId: Map<string, OpenCall>;
}

/** The calls of a stream, found by their pieces. A service may send thousands: none is compared with all others. */
export class ChatStreamCalls {
  readonly #calls: OpenCall[] = [];
  /** The last with each id. */
  readonly #byId = new Map<string, OpenCall>();
  readonly #byIndex = new Map<unknown, SameIndex>();

  get list(): readonly OpenCall[] {
    return this.#calls;
  }

  /** By index; services without one, or with the same one for all, tell calls apart by their ids. */
  find(piece: WireObject): OpenCall {
    const id = textOf(piece.id);
    const known = this.#findKnown(piece.index, id);
    const name = isRecord(piece.function) ? textOf(piece.function.name) : '';
    const isNext = id === '' && name !== '' && piece.index === undefined && known?.arguments !== '';
    const call = known === undefined || isNext ? this.#add(piece.index) : known;
    if (call.id === '' && id !== '') this.#name(call, id);
    return call;
  }

  #findKnown(index: unknown, id: string): OpenCall | undefined {
    if (index === undefined || index === null) return id === '' ? this.#calls.at(-1) : this.#byId.get(id);
    const same = this.#byIndex.get(index);
    return id === '' || same?.last.id === '' ? same?.last : same?.byId.get(id);
  }

  #add(index: unknown): OpenCall {
    const place = this.#calls.length;
    const call: OpenCall = { index, place, id: '', name: '', arguments: '', isTold: false, rest: {} };
    this.#calls.push(call);
    const same = this.#byIndex.get(index);
    if (same === undefined) this.#byIndex.set(index, { last: call, byId: new Map() });
    else same.last = call;
    return call;
  }

  #name(call: OpenCall, id: string): void {
    call.id = id;
    this.#byIndex.get(call.index)?.byId.set(id, call);
    const last = this.#byId.get(id);
    if (last === undefined || last.place < call.place) this.#byId.set(id, call);
  }
}
