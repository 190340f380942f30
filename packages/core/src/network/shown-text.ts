/**
 * What a server wrote, in a sentence of ours: short, and of the characters alone that such a value may have, so that
 * nobody's words pass for the host's.
 */
import { hasLongHost } from './host-length.js';

const mostCharacters = 100;

/** An encoding, a media type or another token, in quotation marks. */
export function showToken(value: string): string {
  return JSON.stringify(shorten(value.slice(0, 1_000).replace(/[^\w!#$%&'*+.^`|~/,-]/g, '')));
}

/** A URL, or what is none: its origin, and the beginning of the rest with everything encoded that is not plain in it. */
export function showUrl(input: string | URL): string {
  const text = String(input);
  const url = !hasLongHost(text) && URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  const rest = isWeb ? url.pathname + url.search : text;
  const shown = rest.slice(0, mostCharacters + 1).replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, encode);
  return (isWeb ? url.origin : '') + shorten(shown);
}

function encode(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
}

function shorten(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
