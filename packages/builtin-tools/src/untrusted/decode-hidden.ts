/** Characters that are not seen: soft hyphens, joiners, direction marks, variation selectors, fillers. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u{1d173}-\u{1d17a}]/gu;

/** Tag characters spell ASCII without being seen. Three and more: a flag's are behind its emoji, and are few. */
const tags = /[\u{e0020}-\u{e007e}]{3,}\u{e007f}?/gu;

const mixed = /[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z]/i;

/** Pairs: a letter, and the Latin one that it looks like. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    'аaеeоoрpсcуyхxіiјjѕsһhԁdѵvгrпnтtкkмmвbАAЕEОOРPСCУYХXІIЅSТTМMКKВBНH' +
    'οoαaεeιiνvρpτtυuκkηnΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXΖZ' +
    'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzıiłløoſsսuօo'
  )
    .match(/../gu)
    ?.map((pair) => [...pair] as [string, string]) ?? [],
);

/** The Latin letter that another one looks like; itself where it looks like none. */
export function toLatinLetter(letter: string): string {
  return lookAlikes.get(letter) ?? letter;
}

// Putting marks on one letter in order takes the square of their number, and no writing has more of them.
const manyMarks = /(\p{M}{8})\p{M}+/gu;

// Words in one character: they would grow eighteenfold, and nothing that is looked for is made of them.
const wordCharacters = /[\u3200-\u33ff\ufdf0-\ufdfc]/g;

/**
 * A text as a model may read it: invisible characters are gone, tag characters are what they spell, wide and styled letters
 * plain, letters of another alphabet within a Latin word Latin, and white space is single spaces. Time is linear.
 */
export function decodeHidden(text: string): string {
  const seen = text
    .replace(
      tags,
      (run) => ` ${[...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) & 0x7f)).join('')} `,
    )
    .replace(invisible, '')
    .replace(manyMarks, '$1')
    .replace(wordCharacters, ' ')
    .normalize('NFKC')
    .replace(/[\s\u007f]+/g, ' ');
  return mixed.test(seen) ? seen.replace(/[\w\u0370-\u04ff]+/g, toLatin) : seen;
}

function toLatin(word: string): string {
  if (!mixed.test(word)) return word;
  return [...word].map(toLatinLetter).join('');
}
