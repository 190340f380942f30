/**
 * Text of companions, tools and pages ends up on a terminal. Control characters could move the cursor, recolour
 * or retitle it, and bidirectional ones could make a line read otherwise than it is: they are shown as what they are.
 */

/** Controls but tab and newline; bidirectional marks, embeddings and isolates; line separators; tags. */
const unsafe = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Keeps lines and tabs. */
export function neutraliseText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unsafe, toEscape);
}

/** One line: whitespace of any kind becomes one space. */
export function neutraliseLine(text: string): string {
  return neutraliseText(text.replace(/[\s\u0085]+/g, ' ').trim());
}

/** The same JSON, without characters that a terminal would act on. */
export function neutraliseJson(json: string): string {
  return json.replace(unsafe, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function toEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
