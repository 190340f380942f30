/*
 * The query of an address is the saved state of a view. What a view does not know, or what has no meaning, is left out; the
 * router puts the address right, and the shell says so. The router also reads the query of the view before on the way to
 * another one; so readers say nothing, and what came in from outside is compared once, in `router.tsx`.
 */
import { createObservable } from '../api/observable.js';

/** Names of a query that were left out last. */
export const droppedNames = createObservable<readonly string[]>([]);

/** Reads one value; undefined: it has no meaning. */
export type SearchField<Value> = (text: string) => Value | undefined;

/** What a set of fields reads. */
export type SearchOf<Fields extends Readonly<Record<string, SearchField<unknown>>>> = {
  readonly [Name in keyof Fields]?: NonNullable<ReturnType<Fields[Name]>> | undefined;
};

/** Any text up to 200 characters. */
export const anyText: SearchField<string> = (text) => (text !== '' && text.length <= 200 ? text : undefined);

/** One of these. */
export function oneOf<const Value extends string>(...values: readonly Value[]): SearchField<Value> {
  return (text) => values.find((value) => value === text);
}

/** A time that there is, ISO 8601. */
export const aTime: SearchField<string> = (text) => (Number.isNaN(Date.parse(text)) ? undefined : text);

/**
 * The reader of a route's query, for `validateSearch`.
 *
 * @example
 * createRoute({ …, validateSearch: readSearch({ q: anyText, show: oneOf('all', 'on') }) })
 */
export function readSearch<const Fields extends Readonly<Record<string, SearchField<unknown>>>>(
  fields: Fields,
): (search: Record<string, unknown>) => SearchOf<Fields> {
  return (search) => {
    const found = Object.entries(search).map(([name, value]) => {
      const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, typeof value === 'string' ? read?.(value) : undefined] as const;
    });
    return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as SearchOf<Fields>; // as the fields say
  };
}

/** The query as plain texts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Parts that are undefined are left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
