/**
 * Lines that say when a page was published. They begin with a word for it, and besides names of months and days, numbers
 * and who did it, hardly anything else is in them: a sentence on what was published in some year is none.
 */
const stated =
  /(?:^|(?<=[|·•,;/(] ?))\W{0,2}(?:(?:first |originally )?published|posted|updated|last (?:updated|modified)|modified|created|publié|mis à jour|veröffentlicht|aktualisiert|stand)(?: (?:on|at|in|am|um|le))?(?!\p{L}):?/giu;
const begins =
  /^\W{0,2}(?:(?:first |originally )?published|posted|updated|last (?:updated|modified)|created|publié|veröffentlicht|aktualisiert|stand)(?!\p{L}).*\d/iu;
const writers = /\b(?:by|von|par|por)\s+\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){0,3}/gu;
const units = /\b(?:\d+|an?|one)\s+(?:second|minute|min|hour|day|week|month|year)s?\s+(?:ago|read)\b/gi;
// Of hours, zones and what stands between the parts of a date.
const small = /^(?:am|pm|st|nd|rd|th|on|at|um|uhr|of|the|and|de|le|à|h|z|[A-Z]{2,4})$/;
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const maxOther = 0.25;

let calendarWords: ReadonlySet<string> | undefined;

/** Whether nearly all of a short text tells when the page was published or changed. */
export function isDateLine(text: string): boolean {
  if (!begins.test(text)) return false;
  calendarWords ??= listCalendarWords();
  const words =
    text
      .replaceAll(stated, ' ')
      .replaceAll(writers, ' ')
      .replaceAll(units, ' ')
      .match(/\p{L}+/gu) ?? [];
  const known = calendarWords;
  const others = words.filter((word) => !small.test(word) && !known.has(word.toLowerCase()));
  return others.join(' ').length <= text.length * maxOther;
}

function listCalendarWords(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
      for (let index = 0; index < 12; index += 1) found.add(plain(month.format(Date.UTC(2024, index, 15))));
      for (let index = 0; index < 7; index += 1) found.add(plain(weekday.format(Date.UTC(2024, 0, index + 1))));
    }
  }
  return found.add('sept');
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}
