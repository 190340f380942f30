import type { CallScope, GuardedResponse } from '@loadout/core/contract';
import { decodePage } from './decode-page.js';
import { guessMediaType, kindOfMediaType, type ReadableKind, readMediaType } from './media-type.js';

/** How far one retrieval may go. */
export interface RetrievalLimits {
  readonly timeoutMs: number;
}

/** A page that arrived, decoded but not yet read. */
export interface RetrievedPage {
  readonly url: string;
  readonly status: number;
  readonly mediaType: string;
  readonly kind: ReadableKind;
  readonly source: string;
}

/** Why a page could not be retrieved; the message is for the model. */
export class RetrievalError extends Error {
  override readonly name = 'RetrievalError';
}

const accept = 'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.9, */*;q=0.5';

/**
 * Fetches a page through the guarded fetch of the call. Throws `RetrievalError` for answers that are not read: a
 * status that is no success, a media type that is no text; what the fetch throws passes through.
 */
export async function retrievePage(url: string, call: CallScope, limits: RetrievalLimits): Promise<RetrievedPage> {
  const headers = { accept, 'accept-language': acceptLanguage(call.context.locale) };
  const response = await call.fetch(url, { headers, timeoutMs: limits.timeoutMs });
  if (!response.ok) {
    await response.discard();
    throw new RetrievalError(`The server answered ${response.url} with HTTP status ${response.status}.`);
  }
  const contentType = response.headers.get('content-type');
  const stated = readMediaType(contentType);
  if (stated !== undefined && kindOfMediaType(stated) === undefined) {
    await response.discard();
    throw unreadable(response, stated);
  }
  const bytes = await response.bytes();
  const mediaType = stated ?? guessMediaType(bytes);
  const kind = mediaType === undefined ? undefined : kindOfMediaType(mediaType);
  if (mediaType === undefined || kind === undefined) throw unreadable(response, 'unknown');
  return { url: response.url, status: response.status, mediaType, kind, source: decodePage(bytes, contentType) };
}

function unreadable(response: GuardedResponse, mediaType: string): RetrievalError {
  return new RetrievalError(
    `The page ${response.url} has the media type ${JSON.stringify(mediaType.slice(0, 100))}, which cannot be read. ` +
      'HTML, plain text, Markdown, JSON, XML and CSV can.',
  );
}

function acceptLanguage(locale: string): string {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(locale) ? `${locale}, en;q=0.7, *;q=0.5` : 'en, *;q=0.5';
}
