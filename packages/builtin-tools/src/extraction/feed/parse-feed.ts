/**
 * RSS 0.9 to 2.0 and Atom, in one pass over the markup: there is no tree, so nesting costs nothing. What may hold
 * markup is kept as text; entries beyond a bound are not read.
 */

import { withoutTracking } from '../../urls/without-tracking.js';
import { createEntryReader, type ReadEntry } from './entry-text.js';
import { type Feed, type FeedEntry, maxEntries } from './feed.js';
import { readMarkupText } from './markup-text.js';
import { scanMarkup } from './scan-markup.js';

const maxFieldLength = 50_000;

/** Elements of a feed or an entry by what they mean here, without prefixes other than those of known meaning. */
const meanings: Readonly<Record<string, string>> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  id: 'guid',
  description: 'summary',
  summary: 'summary',
  subtitle: 'summary',
  tagline: 'summary',
  'itunes:summary': 'summary',
  'content:encoded': 'content',
  content: 'content',
  'xhtml:body': 'content',
  pubdate: 'date',
  published: 'date',
  issued: 'date',
  'dc:date': 'date',
  updated: 'updated',
  modified: 'updated',
  lastbuilddate: 'updated',
  author: 'author',
  managingeditor: 'author',
  'dc:creator': 'author',
  'itunes:author': 'author',
  language: 'language',
  'dc:language': 'language',
};

type Fields = Map<string, string>;

const roots: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf:rdf']);
const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
const entryTags: ReadonlySet<string> = new Set(['item', 'entry']);
/** What an author's element holds beside the name. */
const unnamed: ReadonlySet<string> = new Set(['email', 'uri', 'url']);

/** Whether the root element, by its name in lower case, is that of a feed. */
export function isFeedRoot(name: string): boolean {
  return roots.has(name);
}

/** Reads a feed that came from `url`. */
export function parseFeed(source: string, url: string): Feed {
  const feed: Fields = new Map();
  const entries: Fields[] = [];
  let current = feed;
  let field: OpenField | undefined;
  let depth = 0;
  let entryCount = 0;
  let hasCutText = false;
  scanMarkup(source, 'xml', {
    open(name, attributes) {
      depth += 1;
      if (depth === 1) setFirst(feed, 'language', attributes.get('xml:lang') ?? '');
      if (field !== undefined) {
        if (field.isMarkup) addText(field, writeStart(name, attributes));
        field.inside = name;
        return;
      }
      if (entryTags.has(name)) {
        current = new Map();
        entryCount += 1;
        if (entries.length < maxEntries) entries.push(current);
      }
      const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
      const href = meaning === 'link' ? attributes.get('href') : undefined;
      if (href !== undefined && (attributes.get('rel') ?? 'alternate') === 'alternate') setFirst(current, 'link', href);
      if (meaning === undefined || href !== undefined) return;
      field = { depth, meaning, isMarkup: attributes.get('type') === 'xhtml', parts: [], length: 0, inside: '' };
    },
    text(text) {
      if (field === undefined || (field.meaning === 'author' && unnamed.has(field.inside))) return;
      addText(field, field.isMarkup ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text);
    },
    close(name) {
      if (field !== undefined && field.depth === depth) {
        const text = field.parts.join('').trim();
        hasCutText ||= field.length > maxFieldLength;
        if (field.meaning === 'author') addAuthor(current, text);
        else setFirst(current, field.meaning, text);
        field = undefined;
      } else if (field !== undefined) {
        if (field.isMarkup && !voids.has(name)) addText(field, `</${localName(name)}>`);
        field.inside = '';
      } else if (entryTags.has(name)) current = feed;
      depth -= 1;
    },
  });
  return { ...toFeed(feed, entries, url), entryCount, hasCutText };
}

interface OpenField {
  readonly depth: number;
  readonly meaning: string;
  /** Whether its elements are a part of its text. */
  readonly isMarkup: boolean;
  readonly parts: string[];
  length: number;
  /** The element inside that text belongs to. */
  inside: string;
}

/** XHTML as HTML, with what is read of its attributes. */
function writeStart(name: string, attributes: ReadonlyMap<string, string>): string {
  const written = ['alt', 'class', 'href', 'src', 'start', 'title'].flatMap((attribute) => {
    const value = attributes.get(attribute);
    return value === undefined ? [] : [` ${attribute}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`];
  });
  return `<${localName(name)}${written.join('')}>`;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function addText(field: OpenField, text: string): void {
  if (field.length < maxFieldLength) field.parts.push(text.slice(0, maxFieldLength - field.length));
  field.length += text.length;
}

function setFirst(fields: Fields, name: string, value: string): void {
  if (value !== '' && !fields.has(name)) fields.set(name, value);
}

function addAuthor(fields: Fields, name: string): void {
  const author = name.replaceAll(/\s+/g, ' ').trim();
  const known = fields.get('author');
  // Named twice, as by two vocabularies, an author is one; and nobody reads thousands.
  if (author === '' || known === author || (known?.length ?? 0) > 1_000) return;
  fields.set('author', known === undefined ? author : `${known}\n${author}`);
}

function toFeed(fields: Fields, entries: readonly Fields[], url: string): Omit<Feed, 'entryCount'> {
  const readEntry = createEntryReader();
  return {
    title: plain(fields.get('title')),
    description: plain(fields.get('summary')),
    authors: authorsOf(fields),
    language: plain(fields.get('language')),
    updated: plain(fields.get('updated')) ?? plain(fields.get('date')),
    entries: entries.map((entry) => toEntry(entry, url, readEntry)),
  };
}

function toEntry(fields: Fields, url: string, readEntry: ReadEntry): FeedEntry {
  const guid = fields.get('guid');
  const summary = fields.get('summary') ?? '';
  const content = fields.get('content') ?? '';
  const link = absolute(fields.get('link'), url) ?? (/^https?:/i.test(guid ?? '') ? absolute(guid, url) : null);
  return {
    title: plain(fields.get('title')),
    link,
    date: plain(fields.get('date')) ?? plain(fields.get('updated')),
    authors: authorsOf(fields),
    text: readEntry(content.length > summary.length ? content : summary, link ?? url) || null,
  };
}

function authorsOf(fields: Fields): readonly string[] {
  return fields.get('author')?.split('\n') ?? [];
}

function plain(markup: string | undefined): string | null {
  return markup === undefined ? null : readMarkupText(markup).replaceAll(/\s+/g, ' ') || null;
}

function absolute(link: string | undefined, base: string): string | null {
  const url = link !== undefined && URL.canParse(link.trim(), base) ? new URL(link.trim(), base) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? withoutTracking(url.href) : null;
}
