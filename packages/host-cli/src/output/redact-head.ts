/** So much behind a cut is looked at: a secret that stands across it, in any encoding, is seen whole. */
const MARGIN = 20_000;

/** The beginning of a text without secrets, and without the half of one at its end. What is far behind it is not looked at. */
export function redactHead(text: string, most: number, redact: (text: string) => string): string {
  if (text.length <= most + MARGIN) return redact(text).slice(0, most);
  const clean = redact(text.slice(0, most + MARGIN));
  // The half of one that stands at the end of what was looked at may have moved forward, and goes with the margin.
  return clean.slice(0, Math.max(0, Math.min(most, clean.length - MARGIN)));
}
