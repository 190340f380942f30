import { decodePage } from './decode-page.js';
import { type ExtractedPage, ExtractionError, type ExtractionJob } from './extracted-page.js';
import { guessMediaType, kindOfMediaType, readMediaType } from './media-type.js';

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

/** Reads a body as what it is. Throws `ExtractionError` for one that is no text. */
export async function extractPage({ bytes, contentType, url }: ExtractionJob): Promise<ExtractedPage> {
  const mediaType = readMediaType(contentType) ?? guessMediaType(bytes);
  const kind = mediaType === undefined ? undefined : kindOfMediaType(mediaType);
  if (mediaType === undefined || kind === undefined) throw new ExtractionError(describeUnreadable(url, mediaType));
  const source = decodePage(bytes, contentType);
  if (kind === 'html' && source.trim() !== '') {
    const { readHtml } = await import('./html/read-html.js');
    return { ...readHtml(source, url), mediaType };
  }
  return { ...nothingKnown, mediaType, markdown: source.trim() };
}

/** What the model is told of a media type that is not read. */
export function describeUnreadable(url: string, mediaType = 'unknown'): string {
  return (
    `The page ${url} has the media type ${JSON.stringify(mediaType.slice(0, 100))}, which cannot be read. ` +
    'HTML, plain text, Markdown, JSON, XML and CSV can.'
  );
}
