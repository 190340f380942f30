import { isRecord, type JsonValue } from '../contract/json.js';
import type { ModelDelta, ResponseContext, StreamReader } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { createSecondResponse } from './second-response.js';
import { asJson, numberOf, objectsOf, textOf, type WireObject } from './wire-values.js';

/** An item while it comes in. */
interface OpenItem {
  item: WireObject;
  isDone: boolean;
  /** Of a message: its parts by index. */
  readonly parts: Map<number, Record<string, unknown>>;
  arguments: string;
}

/**
 * Puts the events of Responses together. The closing event has the whole response; what came before counts only where
 * the stream broke off, or where a service closes with an empty output.
 */
export function createResponsesStreamReader(context?: ResponseContext): StreamReader {
  return new ResponsesStreamReader(context);
}

class ResponsesStreamReader implements StreamReader {
  #base: WireObject | null = null;
  #final: WireObject | null = null;
  #error: WireObject | null = null;
  readonly #items = new Map<number, OpenItem>();
  readonly #ids: CallIds;

  constructor(context: ResponseContext | undefined) {
    this.#ids = new CallIds(context);
  }

  get hasEnded(): boolean {
    return this.#final !== null;
  }

  push(event: unknown): readonly ModelDelta[] {
    if (!isRecord(event) || this.hasEnded) return [];
    switch (event.type) {
      case 'response.created':
        if (this.#base !== null && isRecord(event.response) && event.response.id !== this.#base.id)
          this.#error ??= createSecondResponse();
        if (isRecord(event.response)) this.#base = event.response;
        return [];
      case 'response.queued':
      case 'response.in_progress':
        if (isRecord(event.response)) this.#base = event.response;
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        if (isRecord(event.response)) this.#final = event.response;
        return [];
      case 'error':
        return this.#fail(isRecord(event.error) ? event : { error: { message: event.message, code: event.code } });
      case 'response.output_item.added':
        return this.#begin(event);
      case 'response.output_item.done':
        return this.#finish(event);
      default:
        return isRecord(event.error) && event.type === undefined ? this.#fail(event) : this.#grow(event);
    }
  }

  response(): JsonValue {
    if (this.#error !== null) return asJson(this.#error);
    const output = [...this.#items].sort(([one], [other]) => one - other).map(([, open]) => closeItem(open));
    const final = this.#final;
    if (final !== null) {
      const isEmpty = !Array.isArray(final.output) || final.output.length === 0;
      return asJson(isEmpty && output.length > 0 ? { ...final, output } : final);
    }
    if (this.#base === null && output.length === 0) return {};
    return asJson({
      object: 'response',
      ...this.#base,
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: output.filter((item) => !(item.type === 'reasoning' && item.status === 'incomplete')),
    });
  }

  #fail(event: WireObject): readonly ModelDelta[] {
    this.#error ??= event;
    return [];
  }

  #begin(event: WireObject): readonly ModelDelta[] {
    if (!isRecord(event.item)) return [];
    const isKnown = this.#items.has(numberOf(event.output_index));
    this.#items.set(numberOf(event.output_index), {
      item: event.item,
      isDone: false,
      parts: new Map(),
      arguments: textOf(event.item.arguments),
    });
    return isKnown ? [] : this.#tell(event.item);
  }

  #finish(event: WireObject): readonly ModelDelta[] {
    if (!isRecord(event.item)) return [];
    const isKnown = this.#items.has(numberOf(event.output_index));
    this.#items.set(numberOf(event.output_index), { item: event.item, isDone: true, parts: new Map(), arguments: '' });
    return isKnown ? [] : this.#tell(event.item);
  }

  #tell(item: WireObject): readonly ModelDelta[] {
    if (item.type !== 'function_call') return [];
    const id = this.#ids.take(item.call_id, textOf(this.#base?.id));
    return [{ type: 'call', id, name: textOf(item.name) }];
  }

  #grow(event: WireObject): readonly ModelDelta[] {
    const text = textOf(event.delta);
    const open = this.#items.get(numberOf(event.output_index));
    switch (event.type) {
      case 'response.output_text.delta':
        addToPart(open, event, { type: 'output_text', text: '', annotations: [] }, 'text');
        return text === '' ? [] : [{ type: 'text', text }];
      case 'response.refusal.delta':
        addToPart(open, event, { type: 'refusal', refusal: '' }, 'refusal');
        return text === '' ? [] : [{ type: 'text', text }];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return text === '' ? [] : [{ type: 'reasoning', text }];
      case 'response.function_call_arguments.delta':
        if (open !== undefined) open.arguments += text;
        return [];
      case 'response.function_call_arguments.done':
        if (open !== undefined && typeof event.arguments === 'string') open.arguments = event.arguments;
        return [];
      default:
        return [];
    }
  }
}

function addToPart(
  open: OpenItem | undefined,
  event: WireObject,
  empty: Readonly<Record<string, unknown>>,
  member: string,
): void {
  if (open === undefined || open.isDone) return;
  const index = numberOf(event.content_index);
  const part = open.parts.get(index) ?? { ...empty };
  part[member] = textOf(part[member]) + textOf(event.delta);
  open.parts.set(index, part);
}

/** As far as it came. */
function closeItem({ item, isDone, parts, arguments: args }: OpenItem): WireObject {
  if (isDone) return item;
  if (item.type === 'function_call') return { ...item, arguments: args, status: 'incomplete' };
  if (item.type === 'message') {
    const content = [...parts].sort(([one], [other]) => one - other).map(([, part]) => ({ ...part }));
    return { ...item, status: 'incomplete', content: content.length > 0 ? content : objectsOf(item.content) };
  }
  return { ...item, status: 'incomplete' };
}
