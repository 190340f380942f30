/** PDF as Markdown: the text of its first pages, and what it says of itself. */

import { showUrl } from '@loadout/core/hosts';
import type { ReadText } from '../extract-page.js';
import { ExtractionError } from '../extracted-page.js';
import { loadPdfjs } from './load-pdfjs.js';
import { findBodySize, type PlacedText, writePdfPage } from './pdf-text.js';

const maxPages = 50;
// A page that is a book in itself is none that anybody reads.
const maxPieces = 200_000;

/** Reads a PDF that came from `url`. Throws `ExtractionError` for one that is broken or needs a password. */
export async function readPdf(bytes: Uint8Array, url: string): Promise<ReadText> {
  const { pdfjs, cMapUrl } = await loadPdfjs();
  const task = pdfjs.getDocument({
    // It takes the bytes away, and no Buffer.
    data: new Uint8Array(bytes),
    cMapUrl,
    cMapPacked: true,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 0,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    return await readDocument(await task.promise);
  } catch (error) {
    throw explainPdf(error, url);
  } finally {
    await task.destroy();
  }
}

type PdfDocument = Awaited<ReturnType<Awaited<ReturnType<typeof loadPdfjs>>['pdfjs']['getDocument']>['promise']>;

async function readDocument(document: PdfDocument): Promise<ReadText> {
  const count = Math.min(document.numPages, maxPages);
  const pages: (readonly PlacedText[])[] = [];
  const unread: number[] = [];
  let pieces = 0;
  for (let number = 1; number <= count && pieces < maxPieces; number += 1) {
    const read = await readPage(document, number);
    if (read === undefined) unread.push(number);
    pages.push(read ?? []);
    pieces += read?.length ?? 0;
  }
  const bodySize = findBodySize(pages);
  const texts = pages.map((page) =>
    writePdfPage(
      page.filter(({ size }) => isReadable(size, bodySize)),
      bodySize,
    ),
  );
  const warnings: string[] = [];
  if (pages.length < document.numPages) {
    warnings.push(`The PDF has ${document.numPages} pages: these are the first ${pages.length}.`);
  }
  if (unread.length > 0) warnings.push(`These pages of the PDF are broken and were not read: ${unread.join(', ')}.`);
  const empty = texts.filter((text) => text === '').length - unread.length;
  if (empty > 0 && empty === texts.length - unread.length) {
    warnings.push('The PDF holds no text, only pictures: it is probably scanned.');
  } else if (empty > 0) warnings.push(`${empty} of the pages that were read hold no text, perhaps pictures.`);
  const known = await readMetadata(document);
  const isPartial = pages.length < document.numPages || unread.length > 0;
  return { ...known, markdown: texts.filter((text) => text !== '').join('\n\n'), isPartial, warnings };
}

/** Whether people can see letters of a size: on a page of ordinary letters nobody sees those of a dot. */
function isReadable(size: number, bodySize: number): boolean {
  return size >= 1.5 || size >= bodySize / 4;
}

/** Undefined for a page that is broken. */
async function readPage(document: PdfDocument, number: number): Promise<readonly PlacedText[] | undefined> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: false, disableNormalization: false });
    page.cleanup();
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    return items.flatMap((item) => {
      if (!('str' in item)) return [];
      const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as readonly number[];
      const size = Math.hypot(c, d) || Math.hypot(a, b);
      // Beside the paper.
      if (x > right + size || y > top + size || y < bottom - size || x + item.width < left - size) return [];
      return [{ text: item.str, x, y, width: item.width, size, endsLine: item.hasEOL }];
    });
  } catch {
    // One page of many: said in a warning.
    return undefined;
  }
}

async function readMetadata(document: PdfDocument): Promise<Omit<ReadText, 'markdown'>> {
  const { info, metadata } = await document.getMetadata();
  const fields = info as Readonly<Record<string, unknown>>;
  const text = (value: unknown): string | null => {
    const joined = Array.isArray(value) ? value.join(', ') : value;
    return typeof joined === 'string' && joined.trim() !== '' ? joined.replaceAll(/\s+/g, ' ').trim() : null;
  };
  const creator: unknown = metadata?.get('dc:creator');
  const authors = Array.isArray(creator) ? creator.map(text) : [text(creator) ?? text(fields.Author)];
  return {
    title: text(metadata?.get('dc:title')) ?? text(fields.Title),
    description: text(metadata?.get('dc:description')) ?? text(fields.Subject),
    authors: authors.filter((author) => author !== null),
    language: text(fields.Language),
    publishedTime: toIsoDate(fields.CreationDate),
    modifiedTime: toIsoDate(fields.ModDate),
  };
}

/** `D:20240314083000+01'00'` as ISO 8601. */
function toIsoDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(value.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute = '00', second = '00', utc, offsetHours, offsetMinutes = '00'] = match;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined) return date;
  const zone = offsetHours === undefined ? (utc ?? '') : `${offsetHours}:${offsetMinutes}`;
  return `${date}T${hour}:${minute}:${second}${zone}`;
}

function explainPdf(error: unknown, url: string): unknown {
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
  if (name === 'PasswordException') {
    return new ExtractionError(`The PDF ${showUrl(url)} is encrypted, and cannot be read without its password.`);
  }
  if (name === 'InvalidPDFException' || name === 'FormatError' || name === 'UnknownErrorException') {
    return new ExtractionError(`The PDF ${showUrl(url)} is broken and cannot be read (${String(message)}).`);
  }
  return error;
}
