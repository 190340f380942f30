/**
 * Characters that nobody sees. They hide text from people that models read, or break words that people read.
 * The joiners of emoji and of scripts that need them stay where they join.
 */
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself.
  /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\uddef]/;
const everyInvisible = new RegExp(invisible.source, 'g');
// Between letters beyond Latin, or after a picture.
const joiner = /([^\0-\u02ff\u2000-\u206f])([\u200c\u200d])(?=[^\0-\u02ff\u2000-\u206f])/g;
const kept = { '\u200c': '\ue0f0', '\u200d': '\ue0f1' } as const;

/** Takes out characters that nobody sees. */
export function removeInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  if (!/[\u200c\u200d]/.test(text)) return text.replaceAll(everyInvisible, '');
  return text
    .replaceAll(/[\ue0f0\ue0f1]/g, '')
    .replaceAll(joiner, (_all, before: string, joined: '\u200c' | '\u200d') => before + kept[joined])
    .replaceAll(everyInvisible, '')
    .replaceAll('\ue0f0', '\u200c')
    .replaceAll('\ue0f1', '\u200d');
}

// Patterns of the reader and the converter take time that grows with the square of a run of white space.
const longestRun = 100;

/** White space as it is shown: one space for a run outside of preformatted text, and no run longer than a line. */
export function collapseSpace(text: string, isPreformatted: boolean): string {
  const collapsed = isPreformatted || !/[\t\n\f\r]| {2}/.test(text) ? text : text.replaceAll(/[ \t\n\f\r]+/g, ' ');
  return /\s{100}/.test(collapsed) ? collapsed.replaceAll(/\s{100,}/g, (run) => run.slice(0, longestRun)) : collapsed;
}

/** Text as it is written into markup. */
export function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A value as it is written into an attribute. */
export function escapeAttribute(value: string): string {
  if (!/[&<>"]/.test(value)) return value;
  return escapeText(value).replaceAll('"', '&quot;');
}
