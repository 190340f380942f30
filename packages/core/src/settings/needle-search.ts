/** From one place of a text to another. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const PREFIX_CHARACTERS = 4;
const TABLE_BITS = 16;

/**
 * Finds any of many texts in one pass, whose length does not depend on how many they are: a table says of four
 * characters whether one of them may begin so. Of texts that overlap all are found.
 */
export class NeedleSearch {
  readonly #table = new Uint8Array(1 << TABLE_BITS);
  readonly #byPrefix = new Map<string, string[]>();
  #longest = 0;

  /** All of them have four characters or more. */
  constructor(needles: Iterable<string>) {
    for (const needle of needles) {
      const prefix = needle.slice(0, PREFIX_CHARACTERS);
      const known = this.#byPrefix.get(prefix);
      if (known === undefined) this.#byPrefix.set(prefix, [needle]);
      else known.push(needle);
      let rolling = 0;
      for (let at = 0; at < PREFIX_CHARACTERS; at += 1) rolling = roll(rolling, prefix.charCodeAt(at));
      this.#table[slotOf(rolling)] = 1;
      this.#longest = Math.max(this.#longest, needle.length);
    }
  }

  /** Characters of the longest. */
  get longest(): number {
    return this.#longest;
  }

  /** Calls `found` for each place, in the order of their starts. */
  find(text: string, found: (start: number, end: number) => void): void {
    const table = this.#table;
    let rolling = 0;
    for (let at = 0; at < text.length; at += 1) {
      rolling = roll(rolling, text.charCodeAt(at));
      if (table[slotOf(rolling)] === 0 || at < PREFIX_CHARACTERS - 1) continue;
      const start = at - PREFIX_CHARACTERS + 1;
      for (const needle of this.#byPrefix.get(text.slice(start, at + 1)) ?? []) {
        if (text.startsWith(needle, start)) found(start, start + needle.length);
      }
    }
  }
}

/** Eight bits of each of the last four characters. */
function roll(rolling: number, code: number): number {
  return (rolling << 8) | (code & 0xff);
}

function slotOf(rolling: number): number {
  return Math.imul(rolling, 0x9e3779b1) >>> (32 - TABLE_BITS);
}
