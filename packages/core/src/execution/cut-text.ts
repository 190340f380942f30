/** Of what is kept of a text that is cut, this share is its beginning. */
const HEAD_SHARE = 0.7;

/** Where a text is cut. */
export interface TextCuts {
  /** So much of the beginning is kept. */
  readonly head: number;
  /** The end is kept from here on. */
  readonly tail: number;
}

/**
 * Beginning and end of a text, together with the marker exactly `limit` characters or fewer. `adjust` may move the cuts
 * so that less is kept.
 */
export function cutText(text: string, limit: number, adjust: (cuts: TextCuts) => TextCuts = (cuts) => cuts): string {
  const marker = `\n[… ${text.length} characters in all, shortened to ${limit}: ask for less, or for the part that you need …]\n`;
  if (limit <= marker.length) {
    const { head } = adjust({ head: limit, tail: text.length });
    return wholeCharacters(text.slice(0, head));
  }
  const keep = limit - marker.length;
  const share = Math.ceil(keep * HEAD_SHARE);
  const { head, tail } = adjust({ head: share, tail: text.length - (keep - share) });
  return `${wholeCharacters(text.slice(0, head))}${marker}${wholeCharacters(text.slice(tail))}`;
}

/** Without halves of surrogate pairs at the cuts. */
function wholeCharacters(text: string): string {
  const start = /^[\uDC00-\uDFFF]/.test(text) ? 1 : 0;
  const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  return text.slice(start, end);
}
