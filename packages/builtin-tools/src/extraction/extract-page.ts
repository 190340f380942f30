/** A body as Markdown. Runs in a worker; the parsers are loaded by the first body that needs them. */
import { type ExtractedPage, ExtractionError, type ExtractionJob } from './extracted-page.js';
import { describeUnreadable, type ResolvedType, resolveMediaType } from './media-type.js';

/** What a reader of one kind finds; what it leaves out is unknown. */
export type ReadText = Pick<ExtractedPage, 'markdown'> & Partial<ExtractedPage>;

const nothingKnown: Omit<ExtractedPage, 'mediaType' | 'markdown'> = {
  title: null,
  description: null,
  authors: [],
  language: null,
  publishedTime: null,
  modifiedTime: null,
  canonicalUrl: null,
  warnings: [],
};

/** Reads a body as what it is. Throws `ExtractionError` for one that cannot be read. */
export async function extractPage(job: ExtractionJob): Promise<ExtractedPage> {
  const { mediaType, kind } = resolveMediaType(job.contentType, job.bytes);
  if (kind === undefined) throw new ExtractionError(describeUnreadable(job.url, mediaType));
  if (kind === 'pdf') {
    const { readPdf } = await import('./pdf/read-pdf.js');
    return { ...nothingKnown, mediaType, ...(await readPdf(job.bytes, job.url)) };
  }
  const { decodePage } = await import('./decode-page.js');
  const { text, warnings } = decodePage(job.bytes, job.contentType, kind);
  const read = text.trim() === '' ? { markdown: '' } : await readText(text, kind, job.url);
  const page = { ...nothingKnown, mediaType, ...read };
  return { ...page, warnings: [...warnings, ...page.warnings] };
}

type TextKind = Exclude<NonNullable<ResolvedType['kind']>, 'pdf'>;

async function readText(source: string, kind: TextKind, url: string): Promise<ReadText> {
  switch (kind) {
    case 'html':
      return (await import('./html/read-html.js')).readHtml(source, url);
    case 'xml':
      return (await import('./feed/read-xml.js')).readXml(source, url);
    case 'json':
      return (await import('./text/read-json.js')).readJson(source, url);
    case 'markdown':
      return (await import('./text/read-markdown.js')).readMarkdown(source);
    case 'json-lines':
    case 'csv':
    case 'text':
      return { markdown: (await import('./text/trim-blank-lines.js')).trimBlankLines(source) };
    default:
      return kind satisfies never;
  }
}
