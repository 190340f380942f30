import { LoadoutError } from '../contract/errors.js';
import type {
  ModelAdapter,
  ModelDelta,
  ModelResponse,
  ResponseContext,
  StreamEnd,
  StreamReader,
} from '../contract/model-adapter.js';

/** What asks for more calls at once is no answer to work with: each would be described, traced and answered. */
const MAX_RESPONSE_CALLS = 200;

/** What the events of a stream may bring in all. What comes later is not read. */
const MAX_STREAM_CHARACTERS = 20_000_000;

/** The members of an event that have something of the response in them; those of the others replace what there was before. */
const bringing = ['choices', 'candidates', 'delta', 'content_block', 'item'] as const;

/** Throws `MODEL_RESPONSE_INVALID` where a response asks for too many calls. */
export function requireFewCalls({ calls }: ModelResponse): void {
  if (calls.length > MAX_RESPONSE_CALLS) throw createTooManyError(calls.length.toLocaleString('en'));
}

/** A streamed response while it comes in, within bounds. Reading an event never throws: it is said at the end. */
export class ResponseReader {
  readonly #adapter: ModelAdapter;
  readonly #context: ResponseContext;
  readonly #reader: StreamReader;
  #problem: unknown;
  #characters = 0;
  #calls = 0;

  constructor(adapter: ModelAdapter, context: ResponseContext) {
    this.#adapter = adapter;
    this.#context = context;
    this.#reader = adapter.createStreamReader(context);
  }

  /** Whether it is cut off here: it is too long. */
  get isTooLong(): boolean {
    return this.#characters > MAX_STREAM_CHARACTERS;
  }

  /** Whether nothing more of the stream counts. */
  get isClosed(): boolean {
    return this.#problem !== undefined || this.isTooLong;
  }

  get hasEnded(): boolean {
    return this.#reader.hasEnded;
  }

  push(event: unknown): readonly ModelDelta[] {
    if (this.isClosed) return [];
    const wasOver = this.hasEnded;
    try {
      const deltas = this.#reader.push(event);
      // What comes now, other than usage, is not kept.
      if (wasOver && this.hasEnded) return [];
      this.#characters += measureEvent(event);
      return this.#countCalls(deltas);
    } catch (error) {
      if (!wasOver) this.#problem = error ?? new Error('An event of the stream could not be read.');
      return [];
    }
  }

  /** The whole of it. Throws for what cannot be read. */
  read(end: StreamEnd = {}): ModelResponse {
    if (this.#problem !== undefined) throw this.#problem;
    const response = this.#adapter.readResponse(this.#reader.response(end), this.#context);
    return this.isTooLong ? { ...response, ending: 'length' } : response;
  }

  /** Those that are too many are told to nobody. */
  #countCalls(deltas: readonly ModelDelta[]): readonly ModelDelta[] {
    const calls = deltas.filter(({ type }) => type === 'call').length;
    if (calls === 0) return deltas;
    this.#calls += calls;
    if (this.#calls <= MAX_RESPONSE_CALLS) return deltas;
    this.#problem = createTooManyError(`more than ${MAX_RESPONSE_CALLS}`);
    return [];
  }
}

function createTooManyError(found: string): LoadoutError {
  const message =
    `The response asks for ${found} calls, and a response has ${MAX_RESPONSE_CALLS} at most. None of them ran. ` +
    'Ask again, or use another model.';
  return new LoadoutError('MODEL_RESPONSE_INVALID', message, { details: { limit: MAX_RESPONSE_CALLS } });
}

function measureEvent(event: unknown): number {
  if (typeof event !== 'object' || event === null) return 0;
  let size = 0;
  for (const name of bringing) size += measure((event as Partial<Record<string, unknown>>)[name]);
  return size;
}

/** Characters of texts, and one for each value, since many small ones take room as well. */
function measure(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const name in value) size += measure((value as Readonly<Record<string, unknown>>)[name]);
  return size;
}
