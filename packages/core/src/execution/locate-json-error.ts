/** Where JSON text stops being JSON, and what was expected there. */
export interface JsonTextProblem {
  readonly offset: number;
  readonly expected: string;
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const stringStart = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
const space = /[ \t\n\r]*/y;

/**
 * Finds the first error of JSON text that the parser has refused: what the parser itself says depends on the
 * engine, and often lacks the place. The text is within the bounds of arguments, so recursion is shallow.
 */
export function locateJsonError(text: string): JsonTextProblem {
  let at = 0;

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const fail = (expected: string): JsonTextProblem => ({ offset: at, expected });

  function readString(): JsonTextProblem | undefined {
    if (!skip(stringStart)) return fail('a name in double quotes');
    if (text[at] === '"') {
      at += 1;
      return undefined;
    }
    if (at >= text.length) return fail('a closing double quote');
    return fail(text[at] === '\\' ? 'a valid escape' : 'an escaped control character');
  }

  function readValue(): JsonTextProblem | undefined {
    skip(space);
    if (text[at] === '{') return readMembers('}', () => readString() ?? readColon() ?? readValue());
    if (text[at] === '[') return readMembers(']', readValue);
    if (text[at] === '"') return readString();
    return skip(literal) ? undefined : fail('a value');
  }

  function readColon(): JsonTextProblem | undefined {
    skip(space);
    if (text[at] !== ':') return fail('":"');
    at += 1;
    return undefined;
  }

  function readMembers(end: string, readMember: () => JsonTextProblem | undefined): JsonTextProblem | undefined {
    at += 1;
    skip(space);
    if (text[at] === end) {
      at += 1;
      return undefined;
    }
    for (;;) {
      skip(space);
      const problem = readMember();
      if (problem !== undefined) return problem;
      skip(space);
      if (text[at] !== ',' && text[at] !== end) return fail(`"," or "${end}"`);
      at += 1;
      if (text[at - 1] === end) return undefined;
    }
  }

  const problem = readValue();
  if (problem !== undefined) return problem;
  skip(space);
  return fail('the end');
}

/** The problem as a sentence: `at line 1, character 8 a value was expected, but "}" came`. */
export function describeJsonError(text: string): string {
  const { offset, expected } = locateJsonError(text);
  const before = text.slice(0, offset).split('\n');
  const place = `at line ${before.length}, character ${(before.at(-1) ?? '').length + 1}`;
  const character = text.codePointAt(offset);
  const came = character === undefined ? 'the text ended' : `${JSON.stringify(String.fromCodePoint(character))} came`;
  return `${place} ${expected} was expected, but ${came}`;
}
