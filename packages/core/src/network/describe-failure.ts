import { isLoadoutError, LoadoutError } from '../contract/errors.js';

// What people and models read. Messages of the transport name addresses, so they stay in the cause.
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'closed the connection too early',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  EPIPE: 'closed the connection too early',
  ETIMEDOUT: 'does not answer',
  ERR_STREAM_PREMATURE_CLOSE: 'closed the connection too early',
  HPE_INVALID_EOF_STATE: 'closed the connection too early',
  UND_ERR_HEADERS_OVERFLOW: 'sends headers that are too long',
  UND_ERR_INVALID_ARG: 'was not asked, because the request is not valid',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sends a body of another length than it announces',
  UND_ERR_SOCKET: 'closed the connection too early',
};

/**
 * Any failure as a `LoadoutError` with a code of the network. `isPrivate`: a private host was asked on the way, so that the
 * error may say what it answered; its `details` tell.
 */
export function toNetworkError(error: unknown, url: URL, isPrivate: boolean): LoadoutError {
  const failure = isLoadoutError(error) ? error : describeError(error, url);
  if (!isPrivate) return failure;
  const { code, message, details, cause = failure } = failure;
  return new LoadoutError(code, message, { details: { ...details, isPrivate }, cause });
}

function describeError(error: unknown, url: URL): LoadoutError {
  const code = readCode(error);
  const sentence = `The server ${JSON.stringify(url.host)} ${describe(code)}${code === '' ? '' : ` (${code})`}.`;
  return new LoadoutError('NETWORK_FAILED', sentence, { cause: error, details: code === '' ? {} : { code } });
}

function readCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error.name !== 'HTTPParserError') return '';
  // Where an answer breaks off, the transport's parser says so in its message alone.
  return error.message.includes('EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID';
}

function describe(code: string): string {
  const known = sentences[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'does not answer in valid HTTP';
  if (/CERT|TLS|SELF_SIGNED|ISSUER/.test(code)) return 'has no certificate that can be trusted';
  if (code.startsWith('ERR_SSL_'))
    return 'does not speak TLS as it should: at this port it may be there for http alone';
  return 'could not be talked to';
}
