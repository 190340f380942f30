/** How a body is read: as a page, or as the text that it is. */
export type ReadableKind = 'html' | 'text';

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

const textTypes: ReadonlySet<string> = new Set([
  'text/plain',
  'text/markdown',
  'text/x-markdown',
  'text/csv',
  'text/tab-separated-values',
  'text/xml',
  'application/xml',
  'application/json',
  'application/ndjson',
  'application/x-ndjson',
]);

/** The media type of a `content-type` header, without its parameters. */
export function readMediaType(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return mediaType === '' ? undefined : mediaType;
}

/** How a media type is read; undefined where it is not. */
export function kindOfMediaType(mediaType: string): ReadableKind | undefined {
  if (htmlTypes.has(mediaType)) return 'html';
  if (textTypes.has(mediaType)) return 'text';
  return /^(?:application|text)\/[^/]+\+(?:json|xml)$/.test(mediaType) ? 'text' : undefined;
}

/** Guesses the media type of a body that came without one; undefined where it is no text. */
export function guessMediaType(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 1_024);
  const start = Buffer.from(head).toString('latin1').trimStart().toLowerCase();
  if (/^(?:<!doctype html|<html|<head|<body|<!--|<meta|<title)/.test(start)) return 'text/html';
  return head.includes(0) ? undefined : 'text/plain';
}
