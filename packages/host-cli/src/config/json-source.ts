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
  let map: JsonMap | undefined;
  let starts: readonly number[] | undefined;
  const placeAt = (offset: number): TextPlace => {
    starts ??= listLineStarts(text);
    return toPlace(starts, offset);
  };
  const read = (): JsonMap => {
    map ??= mapJson(text);
    return map;
  };
  return {
    value,
    placeOf: (pointer) => placeAt(read().offsets.get(pointer) ?? 0),
    listDuplicateKeys: () => read().duplicates.map(({ pointer, offset }) => ({ pointer, place: placeAt(offset) })),
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
    mapJson(text);
    // The walk accepts nothing that JSON.parse refuses; if it ever does, its first character is the best guess.
    throw new JsonSyntaxError(error instanceof Error ? error.message : 'not JSON', { line: 1, column: 1 });
  }
}

interface JsonMap {
  readonly offsets: ReadonlyMap<string, number>;
  readonly duplicates: readonly { readonly pointer: string; readonly offset: number }[];
}

const maximumDepth = 512;
const whitespace = /[ \t\n\r]*/y;
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /true|false|null/y;

function mapJson(text: string): JsonMap {
  const offsets = new Map<string, number>();
  const duplicates: { pointer: string; offset: number }[] = [];
  let offset = 0;

  const fail: (message: string) => never = (message) => {
    const found =
      offset >= text.length ? 'the end' : JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0));
    const hint = /^(?:\/[/*]|#)/.test(text.slice(offset, offset + 2)) ? ' (JSON has no comments)' : '';
    throw new JsonSyntaxError(`${message}, found ${found}${hint}`, toPlace(listLineStarts(text), offset));
  };
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) offset += match.length;
    return match;
  };
  const takeCharacter = (character: string): boolean => {
    take(whitespace);
    if (text[offset] !== character) return false;
    offset += 1;
    return true;
  };

  const walkValue = (pointer: string, depth: number): void => {
    take(whitespace);
    offsets.set(pointer, offset);
    if (depth > maximumDepth) {
      const message = `expected at most ${maximumDepth} levels`;
      throw new JsonSyntaxError(message, toPlace(listLineStarts(text), offset), 'nested too deeply');
    }
    if (takeCharacter('{')) walkObject(pointer, depth);
    else if (takeCharacter('[')) walkArray(pointer, depth);
    else if (text[offset] === '"') takeString();
    else if (take(word) === undefined && take(number) === undefined) fail('expected a value');
  };
  const takeString = (): string => {
    const start = offset;
    offset += 1;
    do take(plainCharacters);
    while (take(escapeSequence) !== undefined);
    if (text[offset] === '"') offset += 1;
    else if (text[offset] === '\\') fail('expected a known escape in the string');
    else if (offset < text.length) fail('expected no control character in the string');
    else fail('expected the end of the string');
    return text.slice(start, offset);
  };
  const walkObject = (pointer: string, depth: number): void => {
    if (takeCharacter('}')) return;
    const keys = new Set<string>();
    do {
      take(whitespace);
      const keyOffset = offset;
      if (text[offset] !== '"') fail('expected a key in double quotes');
      const key: string = JSON.parse(takeString());
      const at = joinPointer(pointer, key);
      if (keys.has(key)) duplicates.push({ pointer: at, offset: keyOffset });
      keys.add(key);
      if (!takeCharacter(':')) fail('expected ":" after the key');
      walkValue(at, depth + 1);
      offsets.set(at, keyOffset);
    } while (takeCharacter(','));
    if (!takeCharacter('}')) fail('expected "," or "}"');
  };
  const walkArray = (pointer: string, depth: number): void => {
    if (takeCharacter(']')) return;
    let index = 0;
    do {
      walkValue(joinPointer(pointer, index), depth + 1);
      index += 1;
    } while (takeCharacter(','));
    if (!takeCharacter(']')) fail('expected "," or "]"');
  };

  walkValue('', 0);
  take(whitespace);
  if (offset < text.length) fail('expected the end of the text');
  return { offsets, duplicates };
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
