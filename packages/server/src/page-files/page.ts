/**
 * The operator's page: its document at every path that is not the API's, and its files. Nothing in them needs a token:
 * what the page shows comes from the API.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpProblem } from '../problem.js';
import { strictHeaders } from '../strict-headers.js';
import { chooseCoding } from './choose-coding.js';
import { createPageHeaders } from './page-headers.js';
import { type PageFile, readPageFiles } from './read-page-files.js';

/** Stands in the built document wherever the nonce of an answer has to. */
const noncePlaceholder = '__LOADOUT_NONCE__';

const NONCE_BYTES = 18;

/** Where files are whose names change with what is in them. */
const hashedFolder = '/assets/';

/** Ends of files' names, of which no path of the page would be one without a reason. */
const fileEnds =
  /\.(?:css|gif|html?|ico|jpe?g|js|json|map|mjs|php|png|svg|tsx?|txt|wasm|webmanifest|webp|woff2?|xml)$/i;

/** What a request for the page says. */
export interface PageRequest {
  readonly method: string;
  /** As the URL has it, still encoded. */
  readonly path: string;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
}

/** Serves it. */
export interface Page {
  /** Throws the problem that it is: 404 for a file that is not there, 405 for a method. */
  answer(request: PageRequest): Promise<Response>;
}

/** Whether a path is for the page, where there is one, and not for the API. */
export function isPagePath(path: string): boolean {
  return path !== '/api' && !path.startsWith('/api/');
}

/** Whether a path is one of a file that never changes: there are many requests for those. */
export function isHashedFile(path: string): boolean {
  return path.startsWith(hashedFolder);
}

/** The page that was built into a folder. Its files are listed here and now. Without a folder it says that there is none. */
export function createPage(folder: string | null): Page {
  const serve = folder === null ? answerThatThereIsNone : serveFolder(folder);
  return {
    async answer(request) {
      if (request.method === 'GET' || request.method === 'HEAD') return serve(request);
      throw new HttpProblem(405, 'This path takes GET, HEAD.', { headers: { allow: 'GET, HEAD' } });
    },
  };
}

function serveFolder(folder: string): Page['answer'] {
  const files = readPageFiles(folder);
  const pieces = readFileSync(join(folder, 'index.html'), 'utf8').split(noncePlaceholder);
  return async (request) => {
    const file = files.get(request.path);
    if (file !== undefined) return answerFile(file, request);
    if (isFilePath(request)) throw noFile();
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return answer(Buffer.from(pieces.join(nonce)), 'text/html; charset=utf-8', createPageHeaders(nonce));
  };
}

async function answerFile(file: PageFile, { path, header }: PageRequest): Promise<Response> {
  const coding = chooseCoding(header('accept-encoding') ?? '', file.codings);
  const isHashed = isHashedFile(path);
  const bytes = await file.read(coding).catch((error: unknown) => {
    // Another version has taken its place.
    throw isGone(error) ? noFile() : error;
  });
  return answer(bytes, file.type, {
    ...strictHeaders,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.codings.size === 0 ? {} : { vary: 'accept-encoding' }),
    ...(coding === undefined ? {} : { 'content-encoding': coding }),
  });
}

/**
 * Whether a path can only be that of a file. Ids of companions may end as files do, deeper down: whoever wants a document
 * there says so.
 */
function isFilePath({ path, header }: PageRequest): boolean {
  const segments = path.slice(1).split('/');
  if (path === '/index.html') return false;
  if (isHashedFile(`${path}/`) || segments.some((segment) => segment.startsWith('.'))) return true;
  if (segments.length === 1) return path.includes('.');
  return fileEnds.test(path) && !(header('accept') ?? '').includes('text/html');
}

function noFile(): HttpProblem {
  return new HttpProblem(404, 'There is no such file.');
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function answerThatThereIsNone(): Promise<Response> {
  const text =
    'The page is not in this build of the server. The HTTP API is there: GET /api/v1/openapi.json describes it.\n';
  return answer(Buffer.from(text), 'text/plain; charset=utf-8', { ...strictHeaders, 'cache-control': 'no-store' }, 404);
}

function answer(
  body: Uint8Array<ArrayBuffer>,
  type: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Response {
  const own = { 'content-type': type, 'content-length': String(body.byteLength) };
  return new Response(body, { status, headers: { ...headers, ...own } });
}
