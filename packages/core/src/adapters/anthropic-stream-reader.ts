import { isRecord, type JsonValue } from '../contract/json.js';
import type { ModelDelta, ResponseContext, StreamReader } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { toSentInput } from './call-input.js';
import { createSecondResponse } from './second-response.js';
import { asJson, assignKnown, numberOf, textOf, type WireObject } from './wire-values.js';

interface OpenBlock {
  readonly block: Record<string, unknown>;
  /** The JSON text of its input, which comes in pieces. */
  input: string;
}

/** Puts the events of Messages together. */
export function createAnthropicStreamReader(context?: ResponseContext): StreamReader {
  return new AnthropicStreamReader(context);
}

class AnthropicStreamReader implements StreamReader {
  #message: WireObject | null = null;
  #end: Record<string, unknown> = {};
  #usage: Record<string, unknown> = {};
  #error: WireObject | null = null;
  #isOver = false;
  readonly #blocks = new Map<number, OpenBlock>();
  readonly #ids: CallIds;

  constructor(context: ResponseContext | undefined) {
    this.#ids = new CallIds(context);
  }

  get hasEnded(): boolean {
    return textOf(this.#end.stop_reason) !== '';
  }

  push(event: unknown): readonly ModelDelta[] {
    if (!isRecord(event)) return [];
    if (this.hasEnded) {
      if (event.type === 'message_delta' && isRecord(event.usage)) assignKnown(this.#usage, event.usage);
      return [];
    }
    switch (event.type) {
      case 'message_start':
        if (isRecord(event.message)) this.#start(event.message);
        return [];
      case 'content_block_start':
        return isRecord(event.content_block) ? this.#begin(numberOf(event.index), event.content_block) : [];
      case 'content_block_delta':
        return isRecord(event.delta) ? this.#grow(this.#blocks.get(numberOf(event.index)), event.delta) : [];
      case 'message_delta':
        if (isRecord(event.delta)) assignKnown(this.#end, event.delta);
        if (isRecord(event.usage)) assignKnown(this.#usage, event.usage);
        return [];
      case 'message_stop':
        this.#isOver = true;
        return [];
      case 'error':
        this.#error ??= event;
        return [];
      default:
        if (event.type === undefined && event.error !== undefined) this.#error ??= event;
        return [];
    }
  }

  response(): JsonValue {
    if (this.#error !== null) return asJson(this.#error);
    if (this.#message === null && this.#blocks.size === 0) return {};
    const content = [...this.#blocks].sort(([one], [other]) => one - other).map(([, open]) => closeBlock(open));
    const message: WireObject = { type: 'message', role: 'assistant', ...this.#message, ...this.#end };
    // What a message begins with is no end of it.
    const reason = this.#isOver || this.hasEnded ? message.stop_reason : null;
    return asJson({
      ...message,
      content,
      stop_reason: reason ?? 'max_tokens',
      stop_sequence: message.stop_sequence ?? null,
      ...(Object.keys(this.#usage).length === 0 ? {} : { usage: { ...this.#usage } }),
    });
  }

  #start(message: WireObject): void {
    // A service that begins anew has given up what it had begun, and its calls.
    if (this.#message !== null) this.#error ??= createSecondResponse();
    this.#message = message;
    if (isRecord(message.usage)) this.#usage = { ...message.usage };
  }

  #begin(index: number, block: WireObject): readonly ModelDelta[] {
    this.#blocks.set(index, { block: { ...block }, input: '' });
    const told: ModelDelta[] = [];
    if (block.type === 'tool_use') {
      const id = this.#ids.take(block.id, textOf(this.#message?.id));
      told.push({ type: 'call', id, name: textOf(block.name) });
    }
    if (block.type === 'text' && textOf(block.text) !== '') told.push({ type: 'text', text: textOf(block.text) });
    return told;
  }

  #grow(open: OpenBlock | undefined, delta: WireObject): readonly ModelDelta[] {
    if (open === undefined) return [];
    const { block } = open;
    switch (delta.type) {
      case 'text_delta':
        block.text = textOf(block.text) + textOf(delta.text);
        return delta.text === '' ? [] : [{ type: 'text', text: textOf(delta.text) }];
      case 'thinking_delta':
        block.thinking = textOf(block.thinking) + textOf(delta.thinking);
        return delta.thinking === '' ? [] : [{ type: 'reasoning', text: textOf(delta.thinking) }];
      case 'signature_delta':
        block.signature = textOf(block.signature) + textOf(delta.signature);
        return [];
      case 'input_json_delta':
        open.input += textOf(delta.partial_json);
        return [];
      case 'citations_delta':
        block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
        return [];
      case 'compaction_delta':
        assignKnown(block, { content: delta.content });
        return [];
      default:
        return [];
    }
  }
}

function closeBlock({ block, input }: OpenBlock): WireObject {
  return input.trim() === '' ? { ...block } : { ...block, input: parseInput(input) };
}

/** A text that is no object, as of a stream that broke off, stays the text it was. */
function parseInput(text: string): WireObject {
  try {
    const input: unknown = JSON.parse(text);
    if (isRecord(input)) return input;
  } catch {
    // Said by what follows.
  }
  return toSentInput(text);
}
