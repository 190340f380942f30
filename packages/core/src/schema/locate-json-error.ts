/** Where a text stops being JSON. */
export interface JsonErrorPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units, as editors count. */
  readonly column: number;
  /** What is wrong there, as a sentence. */
  readonly message: string;
}

const space = /[ \t\n\r]*/y;
const token =
  /[{}[\],:]|"[^"\\\u0000-\u001F]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001F]*)*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** What may come next, in words. */
const expectations = {
  value: 'a value',
  valueOrEnd: 'a value or "]"',
  name: 'a name in double quotes',
  nameOrEnd: 'a name in double quotes or "}"',
  colon: '":"',
  commaOrEnd: '"," or the closing bracket',
  end: 'the end of the text',
} as const;

type Expectation = keyof typeof expectations;

/**
 * Finds where a text that `JSON.parse` refused stops being JSON: its own messages give no position for some
 * errors, and differ between versions of Node. Nothing when the text is JSON.
 */
export function locateJsonError(text: string): JsonErrorPlace | undefined {
  const open: string[] = [];
  let expected: Expectation = 'value';
  let last = '';
  let offset = 0;
  while (true) {
    offset = skip(space, text, offset);
    const end = skip(token, text, offset);
    const found = text.slice(offset, end);
    if (offset === text.length && expected === 'end') return undefined;
    const next: Expectation | undefined = found === '' ? undefined : advance(expected, found, open);
    if (next === undefined)
      return describePlace(text, offset, `${explain(text, offset, last)} Expected ${expectations[expected]}.`);
    expected = next;
    last = found;
    offset = end;
  }
}

/** What may follow a token, or nothing when the token may not stand there. Keeps the brackets that are open. */
function advance(expected: Expectation, found: string, open: string[]): Expectation | undefined {
  const afterValue = (): Expectation => (open.length === 0 ? 'end' : 'commaOrEnd');
  switch (expected) {
    case 'end':
      return undefined;
    case 'colon':
      return found === ':' ? 'value' : undefined;
    case 'commaOrEnd':
      if (found === ',') return open.at(-1) === '{' ? 'name' : 'value';
      break;
    case 'name':
    case 'nameOrEnd':
      if (found.startsWith('"')) return 'colon';
      if (expected === 'name') return undefined;
      break;
    case 'value':
    case 'valueOrEnd':
      if (found === '{' || found === '[') {
        open.push(found);
        return found === '{' ? 'nameOrEnd' : 'valueOrEnd';
      }
      if (!'}],:'.includes(found)) return afterValue();
      if (expected === 'value') return undefined;
      break;
  }
  if (found !== (open.at(-1) === '{' ? '}' : ']')) return undefined;
  open.pop();
  return afterValue();
}

function explain(text: string, offset: number, last: string): string {
  const character = text[offset];
  if (character === undefined) return 'The file ends too early.';
  if (character === '/' || character === '#') return 'JSON has no comments.';
  if (character === "'") return 'JSON has no single quotes.';
  if (last === ',' && (character === '}' || character === ']')) return `There is a comma before "${character}".`;
  if (character === '"' && skip(token, text, offset) === offset)
    return 'A text is not closed, or has a line break or a wrong escape in it.';
  return `There is ${JSON.stringify(/[\w.+-]{1,20}|./suy.exec(text.slice(offset, offset + 20))?.[0] ?? character)}.`;
}

function describePlace(text: string, offset: number, message: string): JsonErrorPlace {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message };
}

function skip(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
