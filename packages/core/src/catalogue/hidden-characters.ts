/**
 * Characters that a person does not see and a model reads: with them a definition can say one thing to its
 * reviewer and another to the model (contract 1.7). The set:
 *
 * - zero-width: soft hyphen, combining grapheme joiner, the Khmer inherent vowels, Mongolian vowel separator and
 *   variation selectors, U+200B to U+200D, U+2060 to U+2065, byte order mark
 * - bidirectional: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+206F
 * - tags and what else plane 14 has, variation selectors among it; these carry a byte each
 * - variation selectors U+FE00 to U+FE0D; U+FE0E and U+FE0F stay where they follow an emoji, where people see them
 * - format controls of annotations (U+FFF0 to U+FFFB), shorthand and musical notation
 * - halves of surrogate pairs: no characters, and two of them could meet when what is between them goes
 *
 * Some of these mean something in some scripts (a joiner in Persian, in an emoji of a family). A text for a model
 * stays readable without them.
 */
const hiddenCharacters = new RegExp(
  [
    '[\\u00AD\\u034F\\u061C\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F',
    '\\uFE00-\\uFE0D\\uFEFF\\uFFF0-\\uFFFB\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}\\p{Cs}]',
    '|(?<![\\p{Extended_Pictographic}0-9#*])[\\uFE0E\\uFE0F]',
  ].join(''),
  'gu',
);

/** Plain text leaves at once: all hidden characters are in this range, and most texts are not. */
const suspects = /[^\u0000-\u00AC\u00AE-\u02FF]/;

/** Where a text of a definition lost hidden characters. */
export interface RemovedCharacters {
  /** JSON pointer into the definition. */
  readonly pointer: string;
  readonly count: number;
}

/** A text without hidden characters, and how many there were. */
export interface RevealedText {
  readonly text: string;
  readonly count: number;
}

/** Whether `text` has characters that {@link removeHiddenCharacters} removes. */
export function hasHiddenCharacters(text: string): boolean {
  return suspects.test(text) && text.search(hiddenCharacters) !== -1;
}

/** Removes hidden characters. What is left has none. */
export function removeHiddenCharacters(text: string): RevealedText {
  let count = 0;
  const revealed = text.replace(hiddenCharacters, () => {
    count += 1;
    return '';
  });
  return { text: revealed, count };
}
