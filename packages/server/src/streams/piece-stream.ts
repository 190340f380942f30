import { setImmediate } from 'node:timers/promises';
import type { AnswerStream, AnswerStreamOptions } from './answer-stream.js';

/** So much is written at once; then others get their turn. */
export const PIECE_CHARACTERS = 64 * 1024;
const encoder = new TextEncoder();

/** Some of what is to be written. */
export interface Piece {
  readonly text: string;
  readonly isLast: boolean;
}

/**
 * A text that is written in pieces as its reader takes them. It ends when the reader goes away, or takes nothing for too
 * long, when a piece cannot be had, and when it is broken off.
 */
export class PieceStream implements AnswerStream {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly closed: Promise<void>;
  readonly #take: () => Piece | Promise<Piece>;
  readonly #options: AnswerStreamOptions;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOpen = true;
  #resolveClosed: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(contentType: string, take: () => Piece | Promise<Piece>, options: AnswerStreamOptions) {
    this.contentType = contentType;
    this.#take = take;
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
    let piece: Piece;
    try {
      piece = await this.#take();
    } catch (error) {
      this.breakOff(error instanceof Error ? error.message : String(error));
      return;
    }
    if (!this.#isOpen) return;
    if (piece.text !== '') this.#controller.enqueue(encoder.encode(piece.text));
    if (piece.isLast) {
      this.#close();
      this.#controller.close();
    } else {
      const tooSlow = () => this.breakOff('The reader of the answer is too slow.');
      this.#timer = setTimeout(tooSlow, this.#options.slowReaderMs);
    }
  }

  #close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#resolveClosed();
  }
}
