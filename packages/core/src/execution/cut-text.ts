/** Of what is kept of a text that is cut, this share is its beginning. */
const HEAD_SHARE = 0.7;

/** Beginning and end of a text, together with the marker exactly `limit` characters or fewer. */
export function cutText(text: string, limit: number): string {
  const marker = `\n[… ${text.length} characters in all, shortened to ${limit}: ask for less, or for the part that you need …]\n`;
  if (limit <= marker.length) return wholeCharacters(text.slice(0, limit));
  const keep = limit - marker.length;
  const head = Math.ceil(keep * HEAD_SHARE);
  return `${wholeCharacters(text.slice(0, head))}${marker}${wholeCharacters(text.slice(text.length - (keep - head)))}`;
}

/** Without halves of surrogate pairs at the cuts. */
function wholeCharacters(text: string): string {
  const start = /^[\uDC00-\uDFFF]/.test(text) ? 1 : 0;
  const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
  return text.slice(start, end);
}
