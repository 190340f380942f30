/** Where a text may be cut that should end at `end`: half of a surrogate pair is no character. */
export function findEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** The start of a text, at most `most` characters. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, findEnd(text, most));
}
