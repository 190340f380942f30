import { OpenByToken } from '../open-by-token.js';
import type { AnswerStream, AnswerStreamOptions } from './answer-stream.js';

/** How many streams, and how slow their readers may be. */
export interface StreamLimits {
  readonly streamsPerToken: number;
  readonly slowReaderMs: number;
}

/** Opens streams, so many for a token and no more. */
export class StreamOpener {
  readonly #slowReaderMs: number;
  readonly #open: OpenByToken;

  constructor({ streamsPerToken, slowReaderMs }: StreamLimits) {
    this.#slowReaderMs = slowReaderMs;
    this.#open = new OpenByToken(streamsPerToken, 'streams');
  }

  /** Throws 429. */
  open<Stream extends AnswerStream>(tokenId: string, make: (options: AnswerStreamOptions) => Stream): Stream {
    const release = this.#open.take(tokenId);
    const stream = make({ slowReaderMs: this.#slowReaderMs });
    // It never rejects.
    void stream.closed.then(release);
    return stream;
  }
}
