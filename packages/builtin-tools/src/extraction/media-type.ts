/**
 * What a body is: what its header says, unless the bytes say something else plainly. In the spirit of the MIME
 * sniffing standard, with one difference: nothing is executed here, so a page that is sent as plain text may be read
 * as the page that it is. Runs in the host's thread too, and looks at the start of the bytes alone.
 */

import { showToken, showUrl } from '@loadout/core/hosts';
import { findByteOrderMark, findUtf16 } from './encoding-evidence.js';

/** How a body is read. `unknown`: its header does not say, the bytes will. */
export type ReadableKind = 'html' | 'pdf' | 'xml' | 'json' | 'json-lines' | 'csv' | 'markdown' | 'text' | 'unknown';

/** A body's media type, and how it is read; undefined where it is not. */
export interface ResolvedType {
  readonly mediaType: string;
  readonly kind: Exclude<ReadableKind, 'unknown'> | undefined;
}

const kinds: Readonly<Record<string, ReadableKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/json': 'json',
  'text/json': 'json',
  'application/ndjson': 'json-lines',
  'application/x-ndjson': 'json-lines',
  'application/jsonl': 'json-lines',
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/plain': 'text',
  'application/octet-stream': 'unknown',
  'binary/octet-stream': 'unknown',
  'application/unknown': 'unknown',
  'unknown/unknown': 'unknown',
  '*/*': 'unknown',
};

/** The media type of a `content-type` header, without its parameters. */
export function readMediaType(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(/[;,]/, 1)[0]?.trim().toLowerCase();
  return mediaType === '' ? undefined : mediaType;
}

/** How a media type is read; undefined where it is not. */
export function kindOfMediaType(mediaType: string): ReadableKind | undefined {
  const known = Object.hasOwn(kinds, mediaType) ? kinds[mediaType] : undefined;
  if (known !== undefined) return known;
  const suffix = /^(?:application|text|model)\/[a-z0-9][a-z0-9.-]{0,60}\+(json|xml)$/.exec(mediaType)?.[1];
  return suffix === 'json' || suffix === 'xml' ? suffix : undefined;
}

/** What is told of a media type that is not read, in words for the model. */
export function describeUnreadable(url: string, mediaType?: string): string {
  const kind = mediaType === undefined ? 'a media type that' : `the media type ${showToken(mediaType)}, which`;
  return (
    `The page ${showUrl(url)} has ${kind} cannot be read. ` +
    'HTML, PDF, feeds, plain text, Markdown, JSON, XML and CSV can.'
  );
}

/** See the head of this file. */
export function resolveMediaType(contentType: string | undefined, bytes: Uint8Array): ResolvedType {
  const stated = readMediaType(contentType);
  const kind = stated === undefined ? 'unknown' : kindOfMediaType(stated);
  const start = readStart(bytes);
  const signed = findSignature(start);
  if (stated === undefined || kind === 'unknown') return sniff(start, signed);
  if (kind === undefined) return { mediaType: stated, kind };
  if (signed !== undefined && signed !== stated) return { mediaType: signed, kind: signed === pdf ? 'pdf' : undefined };
  if (kind === 'pdf') return sniff(start, signed, kind);
  if (kind === 'text' && looksLikePage(start.text)) return { mediaType: 'text/html', kind: 'html' };
  if (kind === 'text' && start.raw.includes('\0') && !start.isUtf16 && !/charset/i.test(contentType ?? '')) {
    return { mediaType: 'application/octet-stream', kind: undefined };
  }
  if (kind === 'html' && looksLikeFeed(start.text)) return { mediaType: 'text/xml', kind: 'xml' };
  return { mediaType: stated, kind };
}

const pdf = 'application/pdf';
const startBytes = 1_024;

interface BodyStart {
  /** Each byte a character. */
  readonly raw: string;
  /** The same without a byte order mark and white space in front. */
  readonly text: string;
  readonly isBinary: boolean;
  readonly isUtf16: boolean;
}

function readStart(bytes: Uint8Array): BodyStart {
  const head = bytes.subarray(0, startBytes);
  const isUtf16 = /^utf-16/.test(findByteOrderMark(head) ?? findUtf16(head) ?? '');
  const raw = Buffer.from(head).toString('latin1');
  const text = (isUtf16 ? raw.replaceAll('\0', '') : raw).replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  // The control characters that no text has; the escape of ISO-2022-JP is none of them.
  const isBinary = !isUtf16 && /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(raw);
  return { raw, text, isBinary, isUtf16 };
}

const signatures: readonly (readonly [prefix: string, mediaType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['Rar!\x1a\x07', 'application/x-rar-compressed'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['OggS\0', 'application/ogg'],
  ['ID3', 'audio/mpeg'],
  ['\0asm', 'application/wasm'],
];

function findSignature({ raw, text, isBinary }: BodyStart): string | undefined {
  if (text.startsWith('%PDF-')) return pdf;
  if (!isBinary) return undefined;
  if (/^RIFF....WEBP/s.test(raw)) return 'image/webp';
  if (/^....ftyp/s.test(raw)) return 'video/mp4';
  return signatures.find(([prefix]) => raw.startsWith(prefix))?.[1];
}

function sniff(start: BodyStart, signed: string | undefined, stated?: 'pdf'): ResolvedType {
  if (signed !== undefined) return { mediaType: signed, kind: signed === pdf ? 'pdf' : undefined };
  if (looksLikePage(start.text) || looksLikeMarkup(start.text)) return { mediaType: 'text/html', kind: 'html' };
  // Some PDF has a few bytes before its signature; what has none is a broken one, and is told so.
  if (stated === 'pdf') return { mediaType: pdf, kind: 'pdf' };
  if (/%PDF-\d/.test(start.text)) return { mediaType: pdf, kind: 'pdf' };
  if (start.isBinary) return { mediaType: 'unknown', kind: undefined };
  if (start.text.startsWith('<?xml') || looksLikeFeed(start.text)) return { mediaType: 'text/xml', kind: 'xml' };
  if (/^[{[]\s*(?:["{[\]}\d-]|true|false|null)/.test(start.text))
    return { mediaType: 'application/json', kind: 'json' };
  return { mediaType: 'text/plain', kind: 'text' };
}

function looksLikePage(text: string): boolean {
  return /^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]/is.test(text);
}

function looksLikeMarkup(text: string): boolean {
  return (
    text.startsWith('<!--') ||
    /^<(?:head|body|meta|title|script|style|iframe|main|article|section|h[1-6]|div|font|table|a|b|br|p)[\s>]/i.test(
      text,
    )
  );
}

function looksLikeFeed(text: string): boolean {
  return /^(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*|<!doctype[^>]*>\s*)*<(?:rss|feed|rdf:rdf)[\s>]/is.test(text);
}
