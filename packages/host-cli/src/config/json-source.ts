/**
 * JSON that remembers where it stands in its text, so that what is wrong with a value can be reported with
 * line and column. `JSON.parse` makes the value; the text is only walked when a place is asked for, or to say
 * where it is not JSON.
 */

/** A place in a text; both count from 1, columns in UTF-16 units as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A key that an object states more than once; the last one counts. */
export interface DuplicateKey {
  readonly pointer: string;
  readonly place: TextPlace;
}

/** A text that is JSON. */
export interface JsonSource {
  readonly value: unknown;
  /** Of the key for a property, of the value for anything else. Unknown pointers get the place of the whole. */
  placeOf(pointer: string): TextPlace;
  listDuplicateKeys(): readonly DuplicateKey[];
}

/** A text that is not JSON, or more deeply nested than anything that is read here. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly place: TextPlace;
  /** What the text is, in words that a message begins with. */
  readonly verdict: 'not JSON' | 'nested too deeply';

  constructor(message: string, place: TextPlace, verdict: JsonSyntaxError['verdict'] = 'not JSON') {
    super(message);
    this.place = place;
    this.verdict = verdict;
  }
}

/** Throws {@link JsonSyntaxError}. A byte order mark is ignored. */
export function parseJson(source: string): JsonSource {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const value = parseOrLocate(text);
  let offsets: ReadonlyMap<string, number> | undefined;
  let starts: readonly number[] | undefined;
  const placeAt = (offset: number): TextPlace => {
    starts ??= listLineStarts(text);
    return toPlace(starts, offset);
  };
  return {
    value,
    placeOf: (pointer) => {
      offsets ??= listOffsets(text);
      return placeAt(offsets.get(pointer) ?? 0);
    },
    listDuplicateKeys: () => walkJson(text).map(({ pointer, offset }) => ({ pointer, place: placeAt(offset) })),
  };
}

/** Adds a key or an index to a JSON pointer. */
export function joinPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function parseOrLocate(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    walkJson(text);
    // The walk accepts nothing that JSON.parse refuses; if it ever does, its first character is the best guess.
    throw new JsonSyntaxError(error instanceof Error ? error.message : 'not JSON', { line: 1, column: 1 });
  }
}

interface DuplicateOffset {
  readonly pointer: string;
  readonly offset: number;
}

/** Where each value stands; of a property, where its key does. */
function listOffsets(text: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  walkJson(text, (pointer, offset) => offsets.set(pointer, offset));
  return offsets;
}

const maximumDepth = 512;
const whitespace = /[ \t\n\r]*/y;
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /true|false|null/y;

/** The keys that are there twice. Pointers are made for these and for `visit` only: a document has millions of values. */
function walkJson(text: string, visit?: (pointer: string, offset: number) => void): readonly DuplicateOffset[] {
  const duplicates: DuplicateOffset[] = [];
  const path: (string | number)[] = [];
  let offset = 0;

  const pointerOf = (): string => path.reduce<string>(joinPointer, '');

  const fail: (message: string) => never = (message) => {
    const found =
      offset >= text.length ? 'the end' : JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0));
    const hint = /^(?:\/[/*]|#)/.test(text.slice(offset, offset + 2)) ? ' (JSON has no comments)' : '';
    throw new JsonSyntaxError(`${message}, found ${found}${hint}`, toPlace(listLineStarts(text), offset));
  };
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    if (!pattern.test(text)) return false;
    offset = pattern.lastIndex;
    return true;
  };
  const takeCharacter = (character: string): boolean => {
    take(whitespace);
    if (text[offset] !== character) return false;
    offset += 1;
    return true;
  };

  const walkValue = (keyOffset?: number): void => {
    take(whitespace);
    visit?.(pointerOf(), keyOffset ?? offset);
    if (path.length > maximumDepth) {
      const message = `expected at most ${maximumDepth} levels`;
      throw new JsonSyntaxError(message, toPlace(listLineStarts(text), offset), 'nested too deeply');
    }
    if (takeCharacter('{')) walkObject();
    else if (takeCharacter('[')) walkArray();
    else if (text[offset] === '"') takeString();
    else if (!take(word) && !take(number)) fail('expected a value');
  };
  const takeString = (): string => {
    const start = offset;
    offset += 1;
    do take(plainCharacters);
    while (take(escapeSequence));
    if (text[offset] === '"') offset += 1;
    else if (text[offset] === '\\') fail('expected a known escape in the string');
    else if (offset < text.length) fail('expected no control character in the string');
    else fail('expected the end of the string');
    return text.slice(start, offset);
  };
  const walkObject = (): void => {
    if (takeCharacter('}')) return;
    const keys = new Set<string>();
    do {
      take(whitespace);
      const keyOffset = offset;
      if (text[offset] !== '"') fail('expected a key in double quotes');
      const key: string = JSON.parse(takeString());
      path.push(key);
      if (keys.has(key)) duplicates.push({ pointer: pointerOf(), offset: keyOffset });
      keys.add(key);
      if (!takeCharacter(':')) fail('expected ":" after the key');
      walkValue(keyOffset);
      path.pop();
    } while (takeCharacter(','));
    if (!takeCharacter('}')) fail('expected "," or "}"');
  };
  const walkArray = (): void => {
    if (takeCharacter(']')) return;
    let index = 0;
    do {
      path.push(index);
      walkValue();
      path.pop();
      index += 1;
    } while (takeCharacter(','));
    if (!takeCharacter(']')) fail('expected "," or "]"');
  };

  walkValue();
  take(whitespace);
  if (offset < text.length) fail('expected the end of the text');
  return duplicates;
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

/** Halves the lines that come into question: a file may have many lines, and many places that are asked for. */
function toPlace(lineStarts: readonly number[], offset: number): TextPlace {
  let line = 0;
  let after = lineStarts.length;
  while (after - line > 1) {
    const middle = Math.floor((line + after) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}
