import type { LocalizedText } from '../contract/json.js';

/**
 * The text for a locale: the locale's own, that of the language without its region (`de-AT`, then `de`),
 * English, the first there is, and `fallback` where there is none or only a blank one. Reads own properties
 * only, and never throws: what a companion gives may be anything.
 */
export function localize(text: LocalizedText | undefined, locale: string, fallback: string): string {
  try {
    if (typeof text === 'string') return orElse(text, fallback);
    if (typeof text !== 'object' || text === null) return fallback;
    const texts = new Map<string, string>();
    for (const [tag, value] of Object.entries(text)) {
      if (typeof value === 'string' && value.trim() !== '') texts.set(tag.toLowerCase(), value);
    }
    for (let tag = locale.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
      const found = texts.get(tag);
      if (found !== undefined) return found;
    }
    return texts.get('en') ?? texts.values().next().value ?? fallback;
  } catch {
    // A getter or a proxy that throws: no text.
    return fallback;
  }
}

function orElse(text: string, fallback: string): string {
  return text.trim() === '' ? fallback : text;
}
