import { setImmediate } from 'node:timers/promises';
import type { AnswerStream, AnswerStreamOptions } from './answer-stream.js';

/** So much is written at once; then others get their turn. */
const pieceCharacters = 64 * 1024;
const encoder = new TextEncoder();

/**
 * A large object as JSON, written in pieces as its reader takes them: the fields one after the other, lists entry by
 * entry. It ends when the reader goes away, or takes nothing for too long, and when it is broken off.
 */
export class JsonStream implements AnswerStream {
  readonly contentType = 'application/json';
  readonly body: ReadableStream<Uint8Array>;
  readonly closed: Promise<void>;
  readonly #parts: Generator<string>;
  readonly #options: AnswerStreamOptions;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOpen = true;
  #resolveClosed: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(object: object, options: AnswerStreamOptions) {
    this.#parts = listParts(object);
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#pull(),
      cancel: () => this.#close(),
    });
  }

  /** What is not whole must not look like it: nothing more is sent, and the connection is cut. */
  breakOff(reason: string): void {
    if (!this.#isOpen) return;
    this.#close();
    if (this.#options.cut) this.#options.cut();
    else this.#controller.error(new Error(reason));
  }

  async #pull(): Promise<void> {
    clearTimeout(this.#timer);
    await setImmediate();
    if (!this.#isOpen) return;
    const text = this.#take();
    if (text !== '') this.#controller.enqueue(encoder.encode(text));
    if (text.length < pieceCharacters) {
      this.#close();
      this.#controller.close();
    } else {
      const tooSlow = () => this.breakOff('The reader of the answer is too slow.');
      this.#timer = setTimeout(tooSlow, this.#options.slowReaderMs);
    }
  }

  /** Less than a piece: it was the last. */
  #take(): string {
    let text = '';
    while (text.length < pieceCharacters) {
      const { done, value } = this.#parts.next();
      if (done) break;
      text += value;
    }
    return text;
  }

  #close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#resolveClosed();
  }
}

function* listParts(object: object): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (Array.isArray(value)) yield* listEntries(value);
    else yield JSON.stringify(value);
  }
  yield before === '{' ? '{}\n' : '}\n';
}

function* listEntries(entries: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const entry of entries) {
    yield `${before}${JSON.stringify(entry)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
