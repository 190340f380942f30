/**
 * Facts that a page states in fields of their own. They are shown without being looked at as text is, so whatever is more
 * than the fact is dropped.
 */

/** Language, script and region of the BCP 47 tag; null where it is none. A variant may be any word, and is dropped. */
export function toLanguage(text: string | null): string | null {
  if (text === null || text.length > 100 || !/^[a-z]{2,3}(?:-|$)/i.test(text)) return null;
  try {
    const { language, script, region } = new Intl.Locale(text);
    return [language, script, region].filter((part) => part !== undefined).join('-');
  } catch {
    return null;
  }
}

/** Words that dates have, in English and for those who write them with each number. */
const dateWord =
  /^(?:(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?|[ap]m|utc|gmt|[ecmp][ds]t|t|z|at|of|st|nd|rd|th|de|年|月|日|時|分|秒|년|월|일)$/i;

/** The text where it is a date, as it is written: numbers with a year, and at most one word more, for the month. */
export function toDate(text: string | null): string | null {
  const date = text?.trim() ?? '';
  if (date.length > 60 || !/^[\p{L}\d\s.,:/+()-]+$/u.test(date)) return null;
  if (!/\d{4}/.test(date) && !/\d+\D+\d+\D+\d+/.test(date)) return null;
  const words = (date.match(/\p{L}+/gu) ?? []).filter((word) => !dateWord.test(word));
  return words.length > 1 || words.some((word) => word.length > 12) ? null : date;
}
