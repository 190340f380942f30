/*
 * Texts are compared in a plain form: lower case, without accents, one space between words. Umlauts have two
 * plain forms, because people write "Märkte" as "markte" and as "maerkte"; an index holds both.
 */

const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** Letters that do not decompose into a base letter and a mark, and the two forms of the Greek sigma. */
const replaced: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/** Accents of European scripts, Hebrew points, Arabic vowel signs. Not all marks: in Indic scripts they are vowels. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text in their plain form. */
export function plainWords(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => replaced[letter] ?? letter)
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC');
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** The same text with its umlauts spelled out, in lower case. */
export function spellOutUmlauts(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter);
}

/** The words that somebody searches for, each in its one or two plain forms. */
export function queryWords(query: string): readonly (readonly string[])[] {
  return query.split(/\s+/).flatMap((part) => {
    const words = plainWords(part);
    const spelled = plainWords(spellOutUmlauts(part));
    return words.flatMap((word, index) => {
      if (unspaced.test(word)) return segment(word).map((piece) => [piece]);
      return [[...new Set([word, spelled[index] ?? word])]];
    });
  });
}

/** "日本文学史" is three words to a reader. */
function segment(word: string): readonly string[] {
  return Array.from(segmenter.segment(word), ({ segment }) => segment);
}
