import { hasLongHost } from '@loadout/core/hosts';

/** What is longer is no address that anybody types, or that a model needs. */
/** Longer ones are no address that anybody gave, and take long to parse. */
export const maxUrlLength = 2_000;

/**
 * One spelling for URLs that lead to the same page as far as every server has it: host and default port as the URL
 * standard prints them, no fragment, escapes in capitals and only where they are needed. Undefined for what is no web
 * address.
 */
export function normaliseUrl(text: string): string | undefined {
  if (text.length > maxUrlLength || hasLongHost(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}
