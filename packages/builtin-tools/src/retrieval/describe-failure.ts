import { type CallScope, isLoadoutError, type LoadoutError } from '@loadout/core/contract';
import { showUrl } from '@loadout/core/hosts';
import { ExtractionError } from '../extraction/extracted-page.js';
import { RetrievalError } from './retrieval-error.js';

/** A page that is not to be had, in words for the model that say what it can do. */
export interface RetrievalFailure {
  readonly message: string;
  /** Whether it must not be had, rather than cannot. */
  readonly isRefused: boolean;
  /** Whether a host in a private network was asked on the way: then it is for HIGH confidence only (contract 10.3). */
  readonly isPrivate: boolean;
}

/** Says nothing of a private network but how it failed. Throws what is no failure of the page, and where the call was cancelled. */
export function describeFailure(error: unknown, url: string, call: CallScope): RetrievalFailure {
  if (call.signal.aborted) throw error;
  if (error instanceof RetrievalError) return { ...failed(error.message), isPrivate: error.isPrivate };
  if (error instanceof ExtractionError) return failed(error.message);
  if (!hasNetworkCode(error)) throw error;
  if (isLoadoutError(error) && error.details.isPrivate === true) return describePrivate(error, url, call);
  switch (error.code) {
    case 'NETWORK_URL_INVALID':
      return refused(error.message);
    case 'NETWORK_ADDRESS_REFUSED':
      return refused(explainRefusal(error, call));
    case 'NETWORK_NAME_UNRESOLVED':
      return failed(`${error.message} Check the spelling of the URL; trying again will not help.`);
    case 'NETWORK_BODY_TOO_LARGE':
      return failed(`${error.message} So large a page is not read; look for a smaller one with the same content.`);
    case 'NETWORK_TIMED_OUT':
      return failed(`${error.message} The server may be slow for now: try once more, or read another page.`);
    case 'NETWORK_TOO_MANY_REDIRECTS':
      return failed(`${error.message} The page ${showUrl(url)} cannot be read so.`);
    default:
      return failed(error.message);
  }
}

function failed(message: string): RetrievalFailure {
  return { message, isRefused: false, isPrivate: false };
}

function refused(message: string): RetrievalFailure {
  return { message, isRefused: true, isPrivate: false };
}

const privateReasons: Readonly<Record<string, string>> = {
  NETWORK_ADDRESS_REFUSED: 'its server leads to an address that must not be read',
  NETWORK_BODY_TOO_LARGE: 'it is too large',
  NETWORK_NAME_UNRESOLVED: 'its server leads to an address that must not be read',
  NETWORK_REDIRECT_REFUSED: 'its server leads to an address that must not be read',
  NETWORK_TIMED_OUT: 'its server did not answer in time',
  NETWORK_TOO_MANY_REDIRECTS: 'its server redirects too often',
  NETWORK_URL_INVALID: 'its server leads to an address that must not be read',
};

/** What was asked is known. Where the host led to, and what it said, is for the log. */
function describePrivate({ code, message }: LoadoutError, url: string, call: CallScope): RetrievalFailure {
  const isRefused = code === 'NETWORK_ADDRESS_REFUSED' || code === 'NETWORK_URL_INVALID';
  call.log('info', message, { private: true, refused: isRefused });
  const reason = privateReasons[code] ?? 'its server could not be talked to';
  return { message: `The page ${showUrl(url)} could not be read: ${reason}.`, isRefused, isPrivate: true };
}

/** The operator reads which kind of address it was; a model that could ask for many would learn a network by that. */
function explainRefusal({ message, details }: LoadoutError, call: CallScope): string {
  call.log('info', message, { refused: true });
  // Says which confidence the host needs, which is no secret of the network.
  if (details.requiredConfidence !== undefined) return message;
  const host = typeof details.host === 'string' ? `The host ${JSON.stringify(shorten(details.host))}` : 'The host';
  return `${host} is not one of the public web, and is not among those that may be read. Read a public page instead.`;
}

/** An embedder may bring a fetch of its own, whose errors have a code only. */
function hasNetworkCode(error: unknown): error is LoadoutError {
  if (isLoadoutError(error)) return error.code.startsWith('NETWORK_');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('NETWORK_') && error instanceof Error;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
