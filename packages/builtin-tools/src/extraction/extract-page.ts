/** A body as Markdown. Runs in a worker; the parsers are loaded by the first body that needs them. */
import { cutText } from '../cut-text.js';
import { type ExtractedPage, ExtractionError, type ExtractionJob, type ReadPage } from './extracted-page.js';
import { finishPage } from './finish-page.js';
import { describeUnreadable, type ResolvedType, resolveMediaType } from './media-type.js';

/** What a reader of one kind finds; what it leaves out is unknown. */
export type ReadText = Pick<ReadPage, 'markdown'> & Partial<ReadPage>;

const nothingKnown: Omit<ReadPage, 'mediaType' | 'markdown'> = {
  title: null,
  description: null,
  authors: [],
  language: null,
  publishedTime: null,
  modifiedTime: null,
  warnings: [],
};

// The host's thread takes what comes back.
const maxMarkdownLength = 1_000_000;

/** Reads a body as what it is. Throws `ExtractionError` for one that cannot be read. */
export async function extractPage(job: ExtractionJob): Promise<ExtractedPage> {
  return finishPage(boundPage(await readBody(job)));
}

async function readBody(job: ExtractionJob): Promise<ReadPage> {
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

function boundPage(page: ReadPage): ReadPage {
  const known = {
    title: cut(page.title, 1_000),
    description: cut(page.description, 5_000),
    authors: page.authors.slice(0, 50).map((author) => cut(author, 200)),
    language: cut(page.language, 100),
    publishedTime: cut(page.publishedTime, 100),
    modifiedTime: cut(page.modifiedTime, 100),
  };
  const { length } = page.markdown;
  if (length <= maxMarkdownLength) return { ...page, ...known };
  const end = page.markdown.lastIndexOf('\n', maxMarkdownLength);
  const markdown = cut(page.markdown, end > maxMarkdownLength / 2 ? end : maxMarkdownLength);
  const warning = `The page has ${length} characters: only the first ${markdown.length} were kept.`;
  return {
    ...page,
    ...known,
    markdown,
    isPartial: true,
    originalCharacters: length,
    warnings: [...page.warnings, warning],
  };
}

/** The start of a text, where there is one. */
function cut<Text extends string | null>(text: Text, length: number): Text | string {
  return text === null ? text : cutText(text, length);
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
