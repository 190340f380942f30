/** Where marks of emphasis may open and close, by the rules of CommonMark. */

/** Whether a character is white space, or the end of a line. */
export function isSpace(character: string): boolean {
  return character === '' || /\s/.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

/** Whether a character is neither white space nor punctuation. */
export function isWord(character: string): boolean {
  return !isSpace(character) && !isPunctuation(character);
}

/** Whether a mark between these characters may open. */
export function mayOpen(before: string, after: string): boolean {
  return !isSpace(after) && (!isPunctuation(after) || !isWord(before));
}

/** Whether a mark between these characters may close. */
export function mayClose(before: string, after: string): boolean {
  return !isSpace(before) && (!isPunctuation(before) || !isWord(after));
}

/** The character at the end of a text; both halves of one beyond the first plane. */
export function lastCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xdc00 && last <= 0xdfff ? text.slice(-2) : text.slice(-1);
}

/** The character at the start of a text; both halves of one beyond the first plane. */
export function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
