import type { ReadText } from '../extract-page.js';
import { trimBlankLines } from './trim-blank-lines.js';

const maxFrontMatter = 10_000;

/** Markdown as it is; its front matter, YAML or TOML, becomes what is known of the page. */
export function readMarkdown(source: string): ReadText {
  const { fields, body } = splitFrontMatter(source);
  const first = (...names: readonly string[]): string | null =>
    names.map((name) => fields.get(name)?.[0]).find((value) => value !== undefined) ?? null;
  const all = (...names: readonly string[]): readonly string[] =>
    names.map((name) => fields.get(name)).find((values) => values !== undefined) ?? [];
  const markdown = trimBlankLines(body);
  return {
    markdown,
    title: first('title') ?? /^#[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/m.exec(markdown.slice(0, 5_000))?.[1] ?? null,
    description: first('description', 'summary', 'excerpt'),
    authors: all('authors', 'author'),
    language: first('lang', 'language'),
    publishedTime: first('date', 'published', 'publishdate', 'created'),
    modifiedTime: first('lastmod', 'modified', 'updated', 'last_modified_at'),
  };
}

interface SplitMarkdown {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

function splitFrontMatter(source: string): SplitMarkdown {
  const opening = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/.exec(source);
  if (opening === null) return { fields: new Map(), body: source };
  const rest = source.slice(opening[0].length);
  const closing = /^(?:---|\+\+\+|\.\.\.)[ \t]*$/m.exec(rest.slice(0, maxFrontMatter));
  const head = closing === null ? '' : rest.slice(0, closing.index);
  const fields = readFields(head);
  // A line at the top of a text without fields is a rule.
  if (closing === null || fields.size === 0) return { fields: new Map(), body: source };
  return { fields, body: rest.slice(closing.index + closing[0].length) };
}

/** The scalars and flat lists of the top level; the rest of YAML says nothing that is asked here. */
function readFields(head: string): Map<string, readonly string[]> {
  const fields = new Map<string, readonly string[]>();
  let last: string | undefined;
  for (const line of head.split(/\r?\n/)) {
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)?.[1];
    const field = /^([a-z][\w-]*)[ \t]*[:=](?:[ \t]+(.*))?$/i.exec(line);
    if (field?.[1] !== undefined) {
      last = field[1].toLowerCase();
      const values = readValues(field[2] ?? '');
      if (values.length > 0) fields.set(last, values);
    } else if (item !== undefined && last !== undefined) {
      const name = /^name[ \t]*:[ \t]+(.*)$/.exec(item)?.[1] ?? item;
      fields.set(last, [...(fields.get(last) ?? []), ...readValues(name)]);
    }
  }
  return fields;
}

function readValues(text: string): string[] {
  const list = /^\[(.*)\][ \t]*$/.exec(text.trim())?.[1];
  const values = list === undefined ? [text] : list.split(',');
  return values.map(unquote).filter((value) => value !== '' && !/^[|>][+-]?$/.test(value));
}

function unquote(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed)?.[2];
  return quoted ?? trimmed.replace(/[ \t]+#.*$/, '');
}
