/** What stands where content was cut off. */
export const truncationMarker = '[Page content truncated]';

/**
 * Cuts a text to at most `limit` characters, the marker included: at the last blank line, else at the last line
 * break, as long as half of the allowance is kept, else anywhere between two characters.
 */
export function truncateContent(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const allowance = limit - truncationMarker.length - 2;
  if (allowance <= 0) return truncationMarker.slice(0, limit);
  const head = text.slice(0, allowance);
  const cut = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n')].find((position) => position >= allowance / 2);
  // Half of a surrogate pair is no character.
  const kept = cut === undefined ? head.replace(/[\uD800-\uDBFF]$/, '') : head.slice(0, cut);
  return `${kept.trimEnd()}\n\n${truncationMarker}`;
}
