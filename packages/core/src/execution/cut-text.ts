/** Of what is kept of a text that is cut, this share is its beginning. */
const HEAD_SHARE = 0.7;

/** Where a text is cut. */
interface TextCuts {
  /** So much of the beginning is kept. */
  readonly head: number;
  /** The end is kept from here on. */
  readonly tail: number;
  /** What stands between. */
  readonly marker: string;
}

/** What is kept of a text between two places of it: that, or less. */
export type TakeText = (from: number, to: number) => string;

/** Where a text has to be cut so that it has `limit` characters with the marker. */
export function planCuts(text: string, limit: number): TextCuts {
  const marker = `\n[… ${text.length} characters in all, shortened to ${limit}: ask for less, or for the part that you need …]\n`;
  if (limit <= marker.length) return { head: limit, tail: text.length, marker: '' };
  const keep = limit - marker.length;
  const head = Math.ceil(keep * HEAD_SHARE);
  return { head, tail: text.length - (keep - head), marker };
}

/** Beginning and end of a text, together with the marker exactly `limit` characters or fewer. */
export function cutText(text: string, limit: number, take: TakeText = (from, to) => text.slice(from, to)): string {
  const { head, tail, marker } = planCuts(text, limit);
  return `${wholeCharacters(take(0, head))}${marker}${wholeCharacters(take(tail, text.length))}`;
}

/** Without halves of surrogate pairs at the cuts. */
function wholeCharacters(text: string): string {
  const start = /^[\uDC00-\uDFFF]/.test(text) ? 1 : 0;
  const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  return text.slice(start, end);
}
