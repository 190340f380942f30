import { isRecord, type JsonValue } from '../contract/json.js';
import type { ModelDelta, ResponseContext, StreamEnd, StreamReader } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { ChatStreamCalls, type OpenCall } from './chat-stream-calls.js';
import { readErrorBody } from './invalid-response.js';
import { createSecondResponse } from './second-response.js';
import { asJson, assignKnown, objectsOf, textOf, type WireObject } from './wire-values.js';

/** Members of a delta that come in pieces; every other text replaces the one before. */
const growing = new Set(['content', 'refusal', 'reasoning_content', 'reasoning']);

/** Puts the chunks of Chat Completions together. Only the first choice counts. */
export function createChatStreamReader(context?: ResponseContext): StreamReader {
  return new ChatStreamReader(context);
}

class ChatStreamReader implements StreamReader {
  #head: Record<string, unknown> = {};
  #message: Record<string, unknown> = {};
  readonly #calls = new ChatStreamCalls();
  #legacyCall: { name: string; arguments: string } | null = null;
  #finishReason: unknown = null;
  /** Some services write a reason with every chunk: then only the end of the stream is one. */
  #isUnsure = false;
  #hasSaid = false;
  #error: unknown = null;
  readonly #ids: CallIds;

  constructor(context: ResponseContext | undefined) {
    this.#ids = new CallIds(context);
  }

  get hasEnded(): boolean {
    if (this.#finishReason === null || this.#finishReason === 'error') return false;
    return this.#hasSaid && !this.#isUnsure;
  }

  push(event: unknown): readonly ModelDelta[] {
    if (!isRecord(event)) return [];
    const isMore = bringsMore(event);
    if (this.#finishReason !== null && isMore && this.#isOther(event)) {
      this.#error ??= createSecondResponse();
      return [];
    }
    if (this.#finishReason !== null && isMore) this.#isUnsure = true;
    if (this.hasEnded) {
      // Usage comes in a chunk of its own, behind the end.
      assignKnown(this.#head, { usage: event.usage });
      return [];
    }
    if (readErrorBody(event) !== null) {
      this.#error ??= event;
      return [];
    }
    const { choices, object: _object, ...head } = event;
    for (const [name, value] of Object.entries(head)) {
      if (value !== null && value !== undefined) this.#head[name] = value;
    }
    const choice = firstChoice(choices);
    if (choice === undefined) return [];
    // Some services close with a whole message in place of a last delta; what was streamed counts.
    const told = isRecord(choice.delta) ? this.#add(choice.delta) : [];
    if (isReason(choice.finish_reason)) {
      this.#finishReason = choice.finish_reason;
      // One that comes with a piece of the answer may come with each.
      if (isMore) this.#isUnsure = true;
    }
    if (readErrorBody(choice) !== null && !this.hasEnded) this.#error ??= { error: choice.error };
    return told;
  }

  response({ hasBrokenOff = false }: StreamEnd = {}): JsonValue {
    if (this.#error !== null) return asJson(this.#error);
    if (Object.keys(this.#head).length === 0 && Object.keys(this.#message).length === 0) return {};
    const message: Record<string, unknown> = { role: 'assistant', content: null, ...this.#message };
    const calls = this.#calls.list;
    if (calls.length > 0) {
      message.tool_calls = calls.map(({ id, name, arguments: args, rest }) => ({
        ...(id === '' ? {} : { id }),
        type: 'function',
        ...rest,
        function: { ...(isRecord(rest.function) ? rest.function : {}), name, arguments: args },
      }));
    }
    if (this.#legacyCall !== null) message.function_call = { ...this.#legacyCall };
    const hasCalls = calls.length > 0 || this.#legacyCall !== null;
    if (hasCalls && message.content === '') message.content = null;
    const reason = hasBrokenOff && !this.hasEnded ? null : this.#finishReason;
    return asJson({
      ...this.#head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: reason ?? 'length' }],
    });
  }

  /** Whether a chunk is of another response. */
  #isOther({ id }: WireObject): boolean {
    const own = textOf(this.#head.id);
    return own !== '' && textOf(id) !== '' && id !== own;
  }

  #add(delta: WireObject): readonly ModelDelta[] {
    const told: ModelDelta[] = [];
    const { tool_calls: toolCalls, function_call: legacyCall, ...rest } = delta;
    this.#hasSaid ||= bringsSomething(delta);
    merge(this.#message, rest);
    const text = textOf(delta.content) + textOf(delta.refusal);
    const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning);
    if (reasoning !== '') told.push({ type: 'reasoning', text: reasoning });
    if (text !== '') told.push({ type: 'text', text });
    for (const piece of objectsOf(toolCalls)) {
      const call = this.#calls.find(piece);
      this.#addToCall(call, piece);
      if (call.isTold || call.name === '') continue;
      call.isTold = true;
      told.push({ type: 'call', id: this.#ids.take(call.id, textOf(this.#head.id)), name: call.name });
    }
    if (isRecord(legacyCall)) this.#addLegacy(legacyCall);
    return told;
  }

  #addToCall(call: OpenCall, piece: WireObject): void {
    const { index: _index, id: _id, type, function: fn, ...rest } = piece;
    if (typeof type === 'string' && type !== '') call.rest.type = type;
    merge(call.rest, rest);
    if (!isRecord(fn)) return;
    const { name, arguments: args, ...more } = fn;
    call.name = joinName(call.name, textOf(name), call.arguments);
    // One service sends the arguments parsed.
    call.arguments += typeof args === 'string' ? args : isRecord(args) ? JSON.stringify(args) : '';
    if (Object.keys(more).length > 0)
      call.rest.function = { ...(call.rest.function as WireObject | undefined), ...more };
  }

  #addLegacy(piece: WireObject): void {
    this.#legacyCall ??= { name: '', arguments: '' };
    this.#legacyCall.name = joinName(this.#legacyCall.name, textOf(piece.name), this.#legacyCall.arguments);
    this.#legacyCall.arguments += textOf(piece.arguments);
  }
}

function firstChoice(choices: unknown): WireObject | undefined {
  return objectsOf(choices).find((entry) => (entry.index ?? 0) === 0);
}

/** Some services write an empty reason while the answer goes on, or "null". */
function isReason(reason: unknown): boolean {
  return !['', 'null'].includes(textOf(reason));
}

/** Whether a chunk brings more of the answer. */
function bringsMore({ choices }: WireObject): boolean {
  const delta = firstChoice(choices)?.delta;
  return isRecord(delta) && bringsSomething(delta);
}

/** Whether a message, or a delta of one, has more in it than its role. Some services send texts as lists of parts. */
function bringsSomething(said: WireObject): boolean {
  if (isRecord(said.function_call)) return true;
  return [...growing, 'tool_calls'].some((name) => {
    const value = said[name];
    return typeof value === 'string' ? value !== '' : Array.isArray(value) && value.length > 0;
  });
}

/** A name comes whole, in pieces before the arguments, or again with every piece of them. */
function joinName(known: string, piece: string, args: string): string {
  if (piece === '' || piece === known || args !== '') return known === '' ? piece : known;
  return known + piece;
}

/** Texts that come in pieces are joined, lists go on, entries with an index are merged into theirs. */
function merge(into: Record<string, unknown>, delta: WireObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const known = into[name];
    if (value === null || value === undefined) into[name] ??= null;
    else if (typeof value === 'string' && growing.has(name)) into[name] = textOf(known) + value;
    else if (Array.isArray(value)) into[name] = mergeList(Array.isArray(known) ? known : [], value);
    else if (isRecord(value)) {
      const target = isRecord(known) ? { ...known } : {};
      merge(target, value);
      into[name] = target;
    } else into[name] = value;
  }
}

/** Where the entry with an index stands in a list that {@link mergeList} has made. */
const placesOf = new WeakMap<readonly unknown[], Map<unknown, number>>();

/** Goes on with `list`, which is its own. */
function mergeList(list: unknown[], more: readonly unknown[]): unknown[] {
  const places = placesOf.get(list) ?? new Map<unknown, number>();
  placesOf.set(list, places);
  for (const entry of more) {
    const index = isRecord(entry) ? entry.index : undefined;
    const at = index === undefined ? undefined : places.get(index);
    const known = at === undefined ? undefined : list[at];
    if (at !== undefined && isRecord(entry) && isRecord(known)) list[at] = mergeEntry(known, entry);
    else {
      if (index !== undefined) places.set(index, list.length);
      list.push(entry);
    }
  }
  return list;
}

/** Of an entry with an index every long text comes in pieces. */
function mergeEntry(known: WireObject, more: WireObject): WireObject {
  const entry: Record<string, unknown> = { ...known };
  for (const [name, value] of Object.entries(more)) {
    const grows = ['text', 'summary', 'data', 'signature'].includes(name);
    entry[name] = grows && typeof value === 'string' ? textOf(entry[name]) + value : (value ?? entry[name]);
  }
  return entry;
}
