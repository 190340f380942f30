import { HttpProblem } from '../problem.js';
import type { AnswerStream, AnswerStreamOptions } from './answer-stream.js';

/** How many streams, and how slow their readers may be. */
export interface StreamLimits {
  readonly streamsPerToken: number;
  readonly slowReaderMs: number;
}

/** Opens streams, so many for a token and no more. */
export class StreamOpener {
  readonly #limits: StreamLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Throws 429. */
  open<Stream extends AnswerStream>(tokenId: string, make: (options: AnswerStreamOptions) => Stream): Stream {
    const { streamsPerToken, slowReaderMs } = this.#limits;
    const count = this.#counts.get(tokenId) ?? 0;
    if (count >= streamsPerToken) {
      throw new HttpProblem(429, `This token has ${count} streams open, which is the most that it may have.`, {
        headers: { 'retry-after': '10' },
      });
    }
    this.#counts.set(tokenId, count + 1);
    const stream = make({ slowReaderMs });
    // It never rejects.
    void stream.closed.then(() => this.#release(tokenId));
    return stream;
  }

  #release(tokenId: string): void {
    const left = (this.#counts.get(tokenId) ?? 1) - 1;
    if (left > 0) this.#counts.set(tokenId, left);
    else this.#counts.delete(tokenId);
  }
}
