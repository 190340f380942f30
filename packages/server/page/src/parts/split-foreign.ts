/*
 * What nobody sees in a text is shown as a mark, and nothing that somebody could read leaves it: a model reads all of it.
 * What programs write to colour or to clear a terminal is the one thing that is left out, where it is whole and short.
 */

/** Colours, clearing and modes (CSI of ECMA-48). Their letters spell no word, and their numbers are small. */
const terminalSequence = /\u001b\[\??(?:\d{1,3}(?:[;:]\d{0,3}){0,11})?[HJKhlm]/g;

/** Between and after pictures, where they are what makes one picture of them. */
const inPictures = [
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[#*0-9])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})',
].join('|');

/**
 * Controls but tab and line breaks, marks and overrides of direction, halves of characters, and whatever is drawn as
 * nothing: what Unicode lets a font leave out, and the blanks that look like a letter's place.
 */
const unseen = [
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f',
  '\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}\\p{Surrogate}',
  '\\u2028\\u2029\\u2800\\ufff9-\\ufffb\\u{1d159}',
].join('');

const hidden = new RegExp(`((?:(?!${inPictures})[${unseen}])+)`, 'gu');

/** The text without sequences of terminals, cut into what is shown as it is (even places) and what is shown as a mark (odd). */
export function splitForeign(text: string): readonly string[] {
  return text.replace(terminalSequence, '').replace(/\r\n?/g, '\n').split(hidden);
}

const rightToLeft = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const runs = new RegExp(`([${rightToLeft}](?:[^\\p{L}]*[${rightToLeft}])*)`, 'gu');
const otherLetter = new RegExp(`(?![${rightToLeft}])\\p{L}`, 'u');

/**
 * A text with words in both directions, cut into what is written from left to right (even places) and from right to left
 * (odd): a name must not reorder the sentence that it stands in. One piece where all words have one direction.
 */
export function splitDirections(text: string): readonly string[] {
  return otherLetter.test(text) ? text.split(runs) : [text];
}

/** Writes what nobody sees in another way; all else stays. */
export function replaceHidden(text: string, write: (characters: string) => string): string {
  return text.replace(hidden, write);
}

/** As one plain text, for attributes and titles. */
export function toPlain(text: string): string {
  return splitForeign(text)
    .map((part, index) => (index % 2 === 0 ? part : toMark(part)))
    .join('');
}

/** What stands where characters are that nobody sees. */
export function toMark(characters: string): string {
  return Array.from(
    characters,
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');
}
