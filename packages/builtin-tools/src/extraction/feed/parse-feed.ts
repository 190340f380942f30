/**
 * RSS 0.9 to 2.0 and Atom, in one pass over the markup: there is no tree, so nesting costs nothing. What may hold
 * markup is kept as text; entries beyond a bound are not read.
 */
import { Parser } from 'htmlparser2';
import type { Feed, FeedEntry } from './feed.js';
import { readMarkupText } from './markup-text.js';

const maxEntries = 500;
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

/** Reads a feed that came from `url`. Undefined for XML that is none. */
export function parseFeed(source: string, url: string): Feed | undefined {
  const feed: Fields = new Map();
  const entries: Fields[] = [];
  let root: string | undefined;
  let current = feed;
  let open: OpenField | undefined;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        depth += 1;
        const name = rawName.toLowerCase();
        if (root === undefined) {
          root = name;
          if (attributes['xml:lang'] !== undefined) feed.set('language', attributes['xml:lang']);
          if (!/^(?:rss|feed|rdf:rdf)$/.test(name)) parser.pause();
        }
        if (open !== undefined) {
          if (open.isMarkup) open.text.push(`<${name}>`);
          else open.path = name;
          return;
        }
        if (name === 'item' || name === 'entry') {
          current = new Map();
          if (entries.length < maxEntries) entries.push(current);
        }
        const meaning = meanings[name];
        if (meaning === undefined) return;
        if (meaning === 'link' && attributes.href !== undefined) {
          const rel = attributes.rel ?? 'alternate';
          if (rel === 'alternate') setFirst(current, 'link', attributes.href);
          return;
        }
        open = { name, depth, meaning, text: [], path: '', isMarkup: attributes.type === 'xhtml' };
      },
      ontext(text) {
        if (open === undefined) return;
        if (open.meaning === 'author' && /^(?:email|uri|url)$/.test(open.path)) return;
        open.text.push(open.isMarkup ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text);
      },
      onclosetag(rawName) {
        const name = rawName.toLowerCase();
        if (open !== undefined && open.depth === depth) {
          const text = open.text.join('').trim().slice(0, maxFieldLength);
          if (open.meaning === 'author') addAuthor(current, text);
          else if (text !== '') setFirst(current, open.meaning, text);
          open = undefined;
        } else if (open?.isMarkup) {
          open.text.push(`</${name}>`);
        } else if (open !== undefined) {
          open.path = '';
        }
        if (open === undefined && (name === 'item' || name === 'entry')) current = feed;
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(source);
  if (root === undefined || !/^(?:rss|feed|rdf:rdf)$/.test(root)) return undefined;
  return toFeed(feed, entries, url);
}

interface OpenField {
  readonly name: string;
  readonly depth: number;
  readonly meaning: string;
  readonly text: string[];
  readonly isMarkup: boolean;
  /** The element inside that text belongs to. */
  path: string;
}

function setFirst(fields: Fields, name: string, value: string): void {
  if (!fields.has(name)) fields.set(name, value);
}

function addAuthor(fields: Fields, name: string): void {
  const author = name.replaceAll(/\s+/g, ' ').trim();
  const known = fields.get('author');
  if (author !== '' && known !== author) fields.set('author', known === undefined ? author : `${known}\n${author}`);
}

function toFeed(fields: Fields, entries: readonly Fields[], url: string): Feed {
  return {
    title: plain(fields.get('title')),
    description: plain(fields.get('summary')),
    authors: authorsOf(fields),
    language: plain(fields.get('language')),
    updated: plain(fields.get('updated')) ?? plain(fields.get('date')),
    link: absolute(fields.get('link'), url),
    entries: entries.map((entry) => toEntry(entry, url)),
  };
}

function toEntry(fields: Fields, url: string): FeedEntry {
  const guid = fields.get('guid');
  const summary = fields.get('summary') ?? '';
  const content = fields.get('content') ?? '';
  return {
    title: plain(fields.get('title')),
    link: absolute(fields.get('link'), url) ?? (/^https?:/i.test(guid ?? '') ? absolute(guid, url) : null),
    date: plain(fields.get('date')) ?? plain(fields.get('updated')),
    authors: authorsOf(fields),
    text: readMarkupText(content.length > summary.length ? content : summary) || null,
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
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : null;
}
