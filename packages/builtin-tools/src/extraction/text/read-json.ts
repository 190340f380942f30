import { withoutTracking } from '../../urls/without-tracking.js';
import type { ReadText } from '../extract-page.js';
import { createEntryReader, type ReadEntry } from '../feed/entry-text.js';
import { type Feed, type FeedEntry, maxEntries } from '../feed/feed.js';
import { writeFeed } from '../feed/write-feed.js';
import { indentJson } from './indent-json.js';

// What it is parsed into takes many times the memory.
const maxParsedLength = 2_000_000;

/** JSON: a JSON Feed as its entries, any other as it is, in lines that can be read. */
export function readJson(source: string, url: string): ReadText {
  const text = source.trim();
  if (text.length > maxParsedLength) return { markdown: text };
  const value = parse(text);
  if (value === undefined) return { markdown: text, warnings: isLines(text) ? [] : ['The page is no valid JSON.'] };
  const feed = toFeed(value, url);
  return feed === undefined ? { markdown: indentJson(text) } : writeFeed(feed);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said in a warning by the caller.
    return undefined;
  }
}

/** One value a line, as some call JSON what is sent line by line. */
function isLines(text: string): boolean {
  const lines = text.split('\n', 4);
  return lines.length > 1 && lines.slice(0, 2).every((line) => line.trim() === '' || parse(line) !== undefined);
}

function toFeed(value: unknown, url: string): Feed | undefined {
  const feed = toObject(value);
  if (!/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//.test(textOf(feed.version) ?? '')) return undefined;
  const items = Array.isArray(feed.items) ? feed.items : [];
  const readEntry = createEntryReader();
  return {
    title: textOf(feed.title),
    description: textOf(feed.description),
    authors: authorsOf(feed),
    language: textOf(feed.language),
    updated: null,
    entryCount: items.length,
    entries: items.slice(0, maxEntries).map((item) => toEntry(toObject(item), url, readEntry)),
  };
}

function toEntry(item: Readonly<Record<string, unknown>>, url: string, readEntry: ReadEntry): FeedEntry {
  const markup = textOf(item.content_html);
  const link = linkOf(item.url, url) ?? linkOf(item.external_url, url);
  const text = markup === null ? textOf(item.content_text) : readEntry(markup, link ?? url);
  return {
    title: textOf(item.title),
    link,
    date: textOf(item.date_published) ?? textOf(item.date_modified),
    authors: authorsOf(item),
    text: text ?? textOf(item.summary),
  };
}

function authorsOf(holder: Readonly<Record<string, unknown>>): readonly string[] {
  const authors = Array.isArray(holder.authors) ? holder.authors : [holder.author];
  return authors.map((author) => textOf(toObject(author).name)).filter((name) => name !== null);
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function linkOf(value: unknown, base: string): string | null {
  const link = textOf(value);
  const url = link !== null && URL.canParse(link, base) ? new URL(link, base) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? withoutTracking(url.href) : null;
}
