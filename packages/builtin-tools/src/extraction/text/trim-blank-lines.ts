/**
 * A text without the blank lines before it and the white space after it. White space before its first word stays: it may be
 * what a table or a drawing begins with.
 */
export function trimBlankLines(text: string): string {
  const trimmed = text.trimEnd();
  const start = trimmed.length - trimmed.trimStart().length;
  return trimmed.slice(trimmed.lastIndexOf('\n', start - 1) + 1);
}
