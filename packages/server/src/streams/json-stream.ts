import type { AnswerStreamOptions } from './answer-stream.js';
import { PIECE_CHARACTERS, type Piece, PieceStream } from './piece-stream.js';

/** A large object as JSON, written in pieces: the fields one after the other, lists entry by entry. */
export class JsonStream extends PieceStream {
  constructor(object: object, options: AnswerStreamOptions) {
    const parts = listParts(object);
    super('application/json', () => takePiece(parts), options);
  }
}

function takePiece(parts: Generator<string>): Piece {
  let text = '';
  while (text.length < PIECE_CHARACTERS) {
    const { done, value } = parts.next();
    if (done) return { text, isLast: true };
    text += value;
  }
  return { text, isLast: false };
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
