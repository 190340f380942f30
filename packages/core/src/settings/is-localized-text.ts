import type { LocalizedText } from '../contract/json.js';

const localePattern = /^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$/;

/** Whether `value` is one text, or at least one text by locale. Reads own properties only. */
export function isLocalizedText(value: unknown): value is LocalizedText {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length > 0 && entries.every(([locale, text]) => localePattern.test(locale) && typeof text === 'string')
  );
}
