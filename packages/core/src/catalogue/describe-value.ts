const MAX_CHARACTERS = 100;

/** A foreign value in a few words: short, on one line, and without characters that nobody sees. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(printable(value));
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'a list' : 'an object';
    case 'function':
    case 'symbol':
    case 'bigint':
      return `a ${typeof value}`;
    default:
      return String(value);
  }
}

/** A foreign text on one line, cut to a hundred characters; what does not print becomes `?`. */
export function printable(text: string): string {
  const line = text.slice(0, MAX_CHARACTERS).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return text.length <= MAX_CHARACTERS ? line : `${line}…`;
}
