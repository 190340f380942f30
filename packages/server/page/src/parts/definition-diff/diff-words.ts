/** A piece of a text, and whether it was taken out, put in, or stayed. */
export interface WordPiece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer texts are shown as a whole, before and after: the table below would be too large. */
const maxWords = 600;

/** What differs between two texts, by words. */
export function diffWords(before: string, after: string): readonly WordPiece[] {
  const old = before.split(/(?<=\s)/);
  const now = after.split(/(?<=\s)/);
  if (old.length > maxWords || now.length > maxWords) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  // Lengths of the longest common rest, from each pair of places on.
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pieces: { kind: WordPiece['kind']; text: string }[] = [];
  const add = (kind: WordPiece['kind'], text = ''): void => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      add('same', old[row]);
      row += 1;
      column += 1;
    } else if (row < old.length && (column >= now.length || at(row + 1, column) >= at(row, column + 1))) {
      add('removed', old[row]);
      row += 1;
    } else {
      add('added', now[column]);
      column += 1;
    }
  }
  return pieces;
}
