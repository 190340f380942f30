import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ContentCoding, contentCodings } from './choose-coding.js';

/** What is served, by the ends of names. Anything else in the folder is not: no source map, and nothing unforeseen. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  /** The codings that it is there in, beside itself. */
  readonly codings: ReadonlySet<ContentCoding>;
  /** Its bytes, in a coding or as they are. They are read once. */
  read(coding: ContentCoding | undefined): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * The files of a folder, by their paths as a URL has them: `/assets/index-1a2b.js`. The folder is listed once, so a
 * request is answered from this list and can name nothing beside it. Names that begin with a dot are left out.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  const paths = new Set(listFiles(folder));
  return new Map(
    [...paths].flatMap((path) => {
      const type = mediaTypes[extname(path)];
      return type === undefined ? [] : [[encodeURI(path), makeFile(folder, path, { type, paths })] as const];
    }),
  );
}

function listFiles(folder: string, below = ''): readonly string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}/${entry.name}`;
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return listFiles(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

function makeFile(
  folder: string,
  path: string,
  { type, paths }: { readonly type: string; readonly paths: ReadonlySet<string> },
): PageFile {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const codings = new Set([...contentCodings.keys()].filter((coding) => paths.has(nameIn(path, coding))));
  return {
    type,
    codings,
    read(coding) {
      const name = nameIn(path, coding);
      const reading = known.get(name) ?? readFile(join(folder, name));
      known.set(name, reading);
      // It may be back later.
      reading.catch(() => known.delete(name));
      return reading;
    },
  };
}

function nameIn(path: string, coding: ContentCoding | undefined): string {
  return coding === undefined ? path : `${path}${contentCodings.get(coding) ?? ''}`;
}
