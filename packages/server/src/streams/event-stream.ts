import type { AnswerStream, AnswerStreamOptions } from './answer-stream.js';

/** One event of a stream (`text/event-stream`). */
export interface StreamEvent {
  readonly event: string;
  /** What `Last-Event-ID` of a client that comes back will say. */
  readonly id?: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/** What may wait for a reader: beyond it, the writer waits. */
const highWaterBytes = 256 * 1024;
const encoder = new TextEncoder();

/**
 * Events for one reader. Nothing is buffered without bound: `write` waits while the reader is behind, and drops a reader
 * that takes nothing for too long; `offer` leaves out what the reader has no room for.
 */
export class EventStream implements AnswerStream {
  readonly contentType = 'text/event-stream';
  readonly body: ReadableStream<Uint8Array>;
  readonly closed: Promise<void>;
  readonly #options: AnswerStreamOptions;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOpen = true;
  #resolveClosed: () => void = () => {};
  #resolveDrained: (() => void) | undefined;

  constructor(options: AnswerStreamOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#resolveDrained?.(),
        cancel: () => this.#close(),
      },
      { highWaterMark: highWaterBytes, size: ({ byteLength }) => byteLength },
    );
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Answers whether the stream is still open, once there is room for more. */
  async write(event: StreamEvent): Promise<boolean> {
    return this.#send(formatEvent(event));
  }

  /** Says that the stream lives. */
  async ping(): Promise<boolean> {
    return this.#send(': ping\n\n');
  }

  /** Sends the event if there is room for it. */
  offer(event: StreamEvent): void {
    if (this.#isOpen && this.#hasRoom()) this.#controller.enqueue(encoder.encode(formatEvent(event)));
  }

  /** Sends a last event, and closes. */
  end(event: StreamEvent): void {
    if (!this.#isOpen) return;
    this.#controller.enqueue(encoder.encode(formatEvent(event)));
    this.#close();
    this.#controller.close();
  }

  /** Breaks the stream off: its reader is too slow. */
  drop(): void {
    if (!this.#isOpen) return;
    this.#close();
    if (this.#options.cut) this.#options.cut();
    else this.#controller.error(new Error('The reader of the stream is too slow.'));
  }

  async #send(text: string): Promise<boolean> {
    if (!this.#isOpen) return false;
    this.#controller.enqueue(encoder.encode(text));
    if (this.#hasRoom()) return true;
    await this.#waitForRoom();
    if (!this.#hasRoom()) this.drop();
    return this.#isOpen;
  }

  #waitForRoom(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.slowReaderMs);
      this.#resolveDrained = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #hasRoom(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  #close(): void {
    this.#isOpen = false;
    this.#resolveDrained?.();
    this.#resolveClosed();
  }
}

function formatEvent({ event, id, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
