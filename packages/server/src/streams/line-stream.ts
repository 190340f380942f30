import type { AnswerStreamOptions } from './answer-stream.js';
import { PIECE_CHARACTERS, type Piece, PieceStream } from './piece-stream.js';

/** The entries of a list, page by page. */
export type Pages = AsyncIterator<readonly unknown[]>;

/** What JSON lines are called on their way. */
export const LINES_TYPE = 'application/x-ndjson';

/**
 * Entries as lines of JSON, written in pieces. One page of them is held, and the next one is read when that one was
 * taken.
 */
export class LineStream extends PieceStream {
  constructor(pages: Pages, options: AnswerStreamOptions) {
    const left: unknown[] = [];
    let isRead = false;
    const take = async (): Promise<Piece> => {
      let text = '';
      while (text.length < PIECE_CHARACTERS) {
        if (left.length === 0) {
          const { done, value } = isRead ? { done: true, value: undefined } : await pages.next();
          if (done || value === undefined) {
            isRead = true;
            return { text, isLast: true };
          }
          left.push(...value);
          continue;
        }
        text += `${JSON.stringify(left.shift())}\n`;
      }
      return { text, isLast: false };
    };
    super(LINES_TYPE, take, options);
  }
}
