import type { RE2JS } from 're2js';

/** Says whether a text matches somewhere. */
export interface Pattern {
  test(text: string): boolean;
  /** The pattern itself. */
  toString(): string;
}

/** Compiles patterns for the engine that takes linear time. */
export type LinearEngine = typeof RE2JS;

const LONGEST_SIMPLE = 100;
const item = String.raw`(?:\\[dDsSwW]|\\[^\w\s]|\.|\[\^?(?:\\[dDsSwWnrt]|\\[^\w\s]|[^\]\\[])+\]|[^\\^$.|?*+()[\]{}])`;
const repeated = String.raw`${item}(?:\{\d{1,4}\})?`;
const varying = String.raw`${item}(?:[*+?]|\{\d{1,6},\d{0,6}\})`;
const simple = new RegExp(String.raw`^\^(?:${repeated})*(?:${varying}${item}*)?\$?$`, 'u');

/**
 * Whether the engine of JavaScript needs no more than linear time for `pattern`: it is tied to the beginning,
 * has no groups or alternatives, and only one part whose length varies, so there is one way back at most.
 */
export function isSimplePattern(pattern: string): boolean {
  return pattern.length <= LONGEST_SIMPLE && simple.test(pattern) && isNativePattern(pattern);
}

function isNativePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * Says why a pattern of a foreign schema can certainly not be had, without loading an engine: it is no regular
 * expression, or wants what takes more than linear time. The engine may still refuse what passes.
 */
export function findPatternProblem(pattern: string): string | undefined {
  if (isSimplePattern(pattern)) return undefined;
  // Escaped characters and classes hide nothing that matters here.
  const bare = pattern.replace(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/gsu, '');
  const wantsTooMuch = /\(\?<?[=!]|\\[1-9]|\\k</.test(bare);
  if (!wantsTooMuch && isPattern(pattern)) return undefined;
  return refusePattern(pattern, explain(wantsTooMuch ? bare : '', new Error('JavaScript cannot read it')));
}

/** With or without the flag that the dialects ask for: the engine reads both. */
function isPattern(pattern: string): boolean {
  if (isNativePattern(pattern)) return true;
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function refusePattern(pattern: string, why: string): string {
  const shown = pattern.length > 200 ? `${pattern.slice(0, 199)}…` : pattern;
  return `The pattern ${JSON.stringify(shown)} cannot be used: ${why}.`;
}

/**
 * Compiles a pattern of a foreign schema so that no text can make it take more than linear time. Throws what
 * says why the pattern cannot be had, and what to do.
 */
export function createLinearPattern(pattern: string, engine: LinearEngine): Pattern {
  try {
    return new LinearPattern(pattern, engine.compile(translate(pattern)));
  } catch (error) {
    throw new Error(refusePattern(pattern, explain(pattern, error)), { cause: error });
  }
}

class LinearPattern implements Pattern {
  readonly #source: string;
  readonly #compiled: RE2JS;

  constructor(source: string, compiled: RE2JS) {
    this.#source = source;
    this.#compiled = compiled;
  }

  test(text: string): boolean {
    return this.#compiled.test(text);
  }

  // The schema compiler tells patterns apart by this.
  toString(): string {
    return `linear:${this.#source}`;
  }
}

function explain(pattern: string, error: unknown): string {
  if (/\(\?<?[=!]/.test(pattern)) {
    return 'it looks ahead or behind, which cannot be done in linear time. Say it without "(?=", "(?!", "(?<=" and "(?<!", or check it in the tool';
  }
  if (/\\[1-9]|\\k</.test(pattern)) {
    return 'it refers back to what a group matched, which cannot be done in linear time. Check it in the tool';
  }
  const message = error instanceof Error ? error.message : String(error);
  if (/repeat count|too large/.test(message)) {
    return 'it repeats a part more than 1,000 times. Use "minLength" and "maxLength" for the length';
  }
  const detail = message.replace(/^error parsing regexp: /, '').slice(0, 200);
  return `it is no regular expression that both JavaScript and RE2 understand (${detail}). Correct it`;
}

/** White space as ECMAScript has it; RE2's `\s` is ASCII alone. */
const space = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const notSpace = String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;

/** Categories that RE2 knows by their short names alone. */
const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Symbol: 'S',
  Separator: 'Z',
  Other: 'C',
};

/** One escape, or one character that the engines read differently. */
const tokens =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\c[A-Za-z]|\\[pP]\{\w+(?:=\w+)?\}|\(\?<(?![=!])|\\.|\[\^?\]?|\]|\./gsu;

/** Writes a pattern of ECMAScript so that RE2 reads the same. */
function translate(pattern: string): string {
  let isInClass = false;
  return pattern.replace(tokens, (token) => {
    if (token.startsWith('\\')) return translateEscape(token, isInClass);
    if (isInClass) {
      isInClass = !token.endsWith(']');
      return token.startsWith('[') ? `\\${token}` : token;
    }
    switch (token) {
      case '[]':
        return String.raw`[^\x00-\x{10ffff}]`;
      case '[^]':
        return String.raw`[\x00-\x{10ffff}]`;
      case '[':
      case '[^':
        isInClass = true;
        return token;
      case '.':
        return String.raw`[^\n\r\x{2028}\x{2029}]`;
      case '(?<':
        return '(?P<';
      default:
        return token;
    }
  });
}

function translateEscape(token: string, isInClass: boolean): string {
  switch (token[1]) {
    case 's':
      return isInClass ? space : `[${space}]`;
    case 'S':
      return isInClass ? notSpace : `[${notSpace}]`;
    case 'b':
      return isInClass ? codePoint(8) : token;
    case '0':
      return codePoint(0);
    case 'c':
      return token.length === 3 ? codePoint(token.charCodeAt(2) % 32) : token;
    case 'p':
    case 'P': {
      const name = token.slice(3, -1).replace(/^(?:Script|sc|General_Category|gc)=/, '');
      return token.length === 2 ? token : `${token.slice(0, 2)}{${categories[name] ?? name}}`;
    }
    case 'u': {
      const [first, second] = token.match(/[\da-fA-F]+/g) ?? [];
      if (first === undefined) return token;
      const unit = Number.parseInt(first, 16);
      return second === undefined ? codePoint(unit) : codePoint(pair(unit, Number.parseInt(second, 16)));
    }
    default:
      return token;
  }
}

function pair(high: number, low: number): number {
  return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

function codePoint(value: number): string {
  return `\\x{${value.toString(16)}}`;
}
