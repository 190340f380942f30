/** How many cells of a terminal text takes, near enough for tables: wide scripts two, combining marks none. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

const none = /[\p{Mn}\p{Me}\p{Cf}]/u;
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

function characterWidth(character: string): number {
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Text that takes at most `width` cells; where something was cut, it ends in `…`. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let left = width - 1;
  for (const character of text) {
    left -= characterWidth(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/** Lines of at most `width` cells, broken at spaces where there are some. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => splitLong(long, width))) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function splitLong(word: string, width: number): readonly string[] {
  if (textWidth(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && textWidth(part) + characterWidth(character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
