import {
  type CallScope,
  type CallToolResult,
  isLoadoutError,
  type LoadoutError,
  ToolBlockedError,
} from '@loadout/core/contract';
import { ExtractionError } from '../extraction/extracted-page.js';
import { RetrievalError } from '../retrieval/retrieval-error.js';
import { SignInError } from './sign-in.js';

/**
 * A page that cannot be had is an answer for the model, in words that say what it can do; a page that must not be had is
 * blocked. Neither says anything of a private network. What is no failure of the page is thrown.
 */
export function explainFailure(error: unknown, url: string, call: CallScope): CallToolResult {
  if (call.signal.aborted) throw error;
  if (error instanceof RetrievalError || error instanceof ExtractionError || error instanceof SignInError) {
    return failWith(error.message);
  }
  if (!hasNetworkCode(error)) throw error;
  switch (error.code) {
    case 'NETWORK_URL_INVALID':
      throw new ToolBlockedError(error.message);
    case 'NETWORK_ADDRESS_REFUSED':
      throw new ToolBlockedError(explainRefusal(error, call));
    case 'NETWORK_NAME_UNRESOLVED':
      return failWith(`${error.message} Check the spelling of the URL; trying again will not help.`);
    case 'NETWORK_BODY_TOO_LARGE':
      return failWith(`${error.message} So large a page is not read; look for a smaller one with the same content.`);
    case 'NETWORK_TIMED_OUT':
      return failWith(`${error.message} The server may be slow for now: try once more, or read another page.`);
    case 'NETWORK_TOO_MANY_REDIRECTS':
      return failWith(`${error.message} The page ${shorten(url)} cannot be read so.`);
    default:
      return failWith(error.message);
  }
}

/** A failure as a result. */
export function failWith(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
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
