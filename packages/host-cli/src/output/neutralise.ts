/**
 * Text of companions, tools and pages ends up on a terminal. Control characters could move the cursor, recolour
 * or retitle it, and bidirectional ones could make a line read otherwise than it is: they are shown as what they are.
 */

/** Controls but tab and newline; bidirectional marks, embeddings and isolates; line separators; tags. */
const unsafe = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/**
 * Characters that nobody sees, in what people decide by: one name could look like another. Joiners stay behind what they may
 * join, as in Persian and in emoji of several people; variation selectors of emoji stay.
 */
const unseen = new RegExp(
  '[\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0' +
    '\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e0fff}]|(?<![^\\x00-\\x7f])[\\u200c\\u200d]',
  'gu',
);

/** Keeps lines and tabs. */
export function neutraliseText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unsafe, toEscape);
}

/** One line: whitespace of any kind becomes one space, and what nobody sees is shown. */
export function neutraliseLine(text: string): string {
  // The mark of a byte order counts as whitespace to expressions, and is seen by nobody.
  const seen = text.replace(unseen, toEscape);
  return neutraliseText(seen.replace(/[\s\u0085]+/g, ' ').trim());
}

/** The same JSON, without characters that a terminal would act on or that nobody sees. */
export function neutraliseJson(json: string): string {
  return json.replace(unsafe, toJsonEscape).replace(unseen, toJsonEscape);
}

function toJsonEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

function toEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
