import { describeUnreadable, kindOfMediaType, readMediaType } from '../extraction/media-type.js';
import type { RetrievalRequest } from './retrieval.js';

/** A page that arrived, as bytes. */
export interface FetchedPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
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
export async function fetchPage({ url, call, timeoutMs, signal }: RetrievalRequest): Promise<FetchedPage> {
  const headers = { accept, 'accept-language': acceptLanguage(call.context.locale) };
  const response = await call.fetch(url, { headers, timeoutMs, ...(signal === undefined ? {} : { signal }) });
  if (!response.ok) {
    await response.discard();
    throw new RetrievalError(`The server answered ${response.url} with HTTP status ${response.status}.`);
  }
  const contentType = response.headers.get('content-type');
  const stated = readMediaType(contentType);
  if (stated !== undefined && kindOfMediaType(stated) === undefined) {
    await response.discard();
    throw new RetrievalError(describeUnreadable(response.url, stated));
  }
  return { url: response.url, status: response.status, contentType, bytes: await response.bytes() };
}

function acceptLanguage(locale: string): string {
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(locale) ? `${locale}, en;q=0.7, *;q=0.5` : 'en, *;q=0.5';
}
