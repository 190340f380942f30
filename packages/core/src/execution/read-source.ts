import type { Source } from '../contract/loop.js';

const MAX_URL_CHARACTERS = 2_000;
const MAX_TITLE_CHARACTERS = 300;

/** What a tool says of a source is foreign: undefined for an entry that is no web address. */
export function readSource(entry: unknown): Source | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { url, title } = entry as { readonly url?: unknown; readonly title?: unknown };
  if (typeof url !== 'string' || url.length > MAX_URL_CHARACTERS) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  const stated = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS) : '';
  return Object.freeze({ url, title: stated === '' ? url : stated });
}
