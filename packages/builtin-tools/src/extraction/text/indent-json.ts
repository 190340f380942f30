const maxLength = 50_000;
const maxIndent = 30;

/**
 * Breaks valid JSON that was written into one line into lines. Works on the text, because numbers of many digits and
 * keys that occur twice do not survive parsing. Leaves what has lines, or is long, as it is.
 */
export function indentJson(text: string): string {
  if (text.length > maxLength || text.includes('\n')) return text;
  const written: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.min(depth, maxIndent))}`;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      written.push(token, line());
    } else if (token === '}' || token === ']') {
      depth -= 1;
      written.push(line(), token);
    } else if (token === ',') {
      written.push(token, line());
    } else {
      written.push(token === ':' ? ': ' : /^[[{]/.test(token) ? token.replaceAll(/\s/g, '') : token);
    }
  }
  return written.join('');
}
