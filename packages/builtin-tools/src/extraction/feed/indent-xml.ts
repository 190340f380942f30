const longLine = 400;
const maxLength = 200_000;
const maxIndent = 20;

/**
 * Puts each element of XML that was written into few long lines on a line of its own. Changes nothing but white space
 * between tags, and leaves what has lines, or is very long, as it is.
 */
export function indentXml(source: string): string {
  const lines = source.split('\n', 1_000).length;
  if (source.length > maxLength || source.length / lines < longLine) return source;
  const parts = source.split(/(?<=>)\s*(?=<)/);
  let depth = 0;
  const written: string[] = [];
  for (const part of parts) {
    if (part.startsWith('</')) depth -= 1;
    written.push('  '.repeat(Math.max(Math.min(depth, maxIndent), 0)) + part);
    // `<a>text</a>` opens nothing, nor does `<a/>`, a comment or an instruction.
    if (/^<[^/!?]/.test(part) && !part.endsWith('/>') && !/<\/[^<>]+>$/.test(part)) depth += 1;
  }
  return written.join('\n');
}
