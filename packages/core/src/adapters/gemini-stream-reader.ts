import { isRecord, type JsonValue } from '../contract/json.js';
import type { ModelDelta, ResponseContext, StreamEnd, StreamReader } from '../contract/model-adapter.js';
import { CallIds } from './call-ids.js';
import { readErrorBody } from './invalid-response.js';
import { readGeminiParts } from './read-gemini-response.js';
import { asJson, assignKnown, objectsOf, textOf, type WireObject } from './wire-values.js';

/** Some models write these with every chunk: behind them only the end of the stream is one. */
const unsureEnds: ReadonlySet<string> = new Set(['', 'STOP', 'FINISH_REASON_UNSPECIFIED']);

/** Puts the chunks of Gemini together. Only the first candidate counts. */
export function createGeminiStreamReader(context?: ResponseContext): StreamReader {
  return new GeminiStreamReader(context);
}

class GeminiStreamReader implements StreamReader {
  #head: Record<string, unknown> = {};
  #candidate: Record<string, unknown> | null = null;
  #parts: WireObject[] = [];
  #error: WireObject | null = null;
  readonly #ids: CallIds;

  constructor(context: ResponseContext | undefined) {
    this.#ids = new CallIds(context);
  }

  get hasEnded(): boolean {
    return !unsureEnds.has(textOf(this.#candidate?.finishReason));
  }

  push(event: unknown): readonly ModelDelta[] {
    if (!isRecord(event)) return [];
    if (this.hasEnded) {
      assignKnown(this.#head, { usageMetadata: event.usageMetadata });
      return [];
    }
    if (readErrorBody(event) !== null) {
      this.#error ??= event;
      return [];
    }
    const { candidates, ...head } = event;
    assignKnown(this.#head, head);
    const candidate = objectsOf(candidates).find((entry) => (entry.index ?? 0) === 0);
    if (candidate === undefined) return [];
    this.#candidate ??= {};
    const { content, ...rest } = candidate;
    assignKnown(this.#candidate, rest);
    return isRecord(content) ? objectsOf(content.parts).flatMap((part) => this.#add(part)) : [];
  }

  response({ hasBrokenOff = false }: StreamEnd = {}): JsonValue {
    if (this.#error !== null) return asJson(this.#error);
    if (this.#candidate === null) return asJson({ ...this.#head });
    const content = { parts: [...this.#parts], role: 'model' };
    const candidate = {
      index: 0,
      ...this.#candidate,
      content,
      finishReason: (hasBrokenOff && !this.hasEnded ? null : this.#candidate.finishReason) ?? 'MAX_TOKENS',
    };
    return asJson({ ...this.#head, candidates: [candidate] });
  }

  #add(part: WireObject): readonly ModelDelta[] {
    const last = this.#parts.at(-1);
    if (last !== undefined && isPlainText(last) && isPlainText(part) && last.thought === part.thought) {
      this.#parts[this.#parts.length - 1] = { ...last, text: textOf(last.text) + textOf(part.text) };
    } else this.#parts.push(part);
    const { calls } = readGeminiParts([part], this.#ids);
    if (calls.length > 0) return calls.map(({ id, name }) => ({ type: 'call', id, name }));
    const text = textOf(part.text);
    if (text === '') return [];
    return [{ type: part.thought === true ? 'reasoning' : 'text', text }];
  }
}

/** A part with a signature is never joined with another: it stays where it was (contract 7.6). */
function isPlainText(part: WireObject): boolean {
  return typeof part.text === 'string' && Object.keys(part).every((name) => name === 'text' || name === 'thought');
}
