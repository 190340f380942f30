import type { Transform } from 'node:stream';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { LoadoutError } from '../contract/errors.js';
import { showToken } from './shown-text.js';

/** What {@link readBody} has to know beside the stream. */
export interface BodyLimits {
  /** The `content-encoding` header. */
  readonly encoding: string | undefined;
  /** The `content-length` header. */
  readonly length: string | undefined;
  /** Most bytes, counted after decompression. */
  readonly maxBytes: number;
  /** Called whenever something has arrived. */
  readonly onArrival: () => void;
}

// Compression makes little of random data longer; what arrives may exceed the bound by that much.
const compressionSlackBytes = 65_536;

// As browsers do, a compressed body that ends too early counts as far as it goes.
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotliOptions = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

/**
 * Reads a whole body, decompressed while it arrives. Both what arrives and what comes out are counted, and reading
 * stops at the bound, so that neither an endless body nor a small one that unpacks to a large one is ever held.
 * Throws `NETWORK_BODY_TOO_LARGE` or `NETWORK_FAILED`, or the stream's own error.
 */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<Uint8Array> {
  const encoding = (limits.encoding ?? '').trim().toLowerCase();
  const isPlain = encoding === '' || encoding === 'identity';
  const maxArriving = limits.maxBytes + (isPlain ? 0 : compressionSlackBytes);
  if (Number(limits.length) > maxArriving) throw tooLarge(limits.maxBytes);
  const arriving = bounded(stream, maxArriving, limits.maxBytes, limits.onArrival);
  if (isPlain) return collect(arriving);
  const first = await arriving.next();
  if (first.done) return new Uint8Array(0);
  const decoder = createDecoder(encoding, first.value);
  const source = Readable.from(prepend(first.value, arriving), { objectMode: false });
  const decoded = pipeline(source, decoder, () => {});
  try {
    return await collect(bounded(decoded, limits.maxBytes, limits.maxBytes, () => undefined));
  } catch (cause) {
    if (!isZlibError(cause)) throw cause;
    throw new LoadoutError('NETWORK_FAILED', `The body is not valid ${encoding}.`, { cause });
  }
}

function createDecoder(encoding: string, first: Uint8Array): Transform {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlibOptions);
    case 'deflate':
      // The header of zlib, or none at all: servers send both under this name.
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate(zlibOptions) : createInflateRaw(zlibOptions);
    case 'br':
      return createBrotliDecompress(brotliOptions);
    default:
      throw new LoadoutError('NETWORK_FAILED', `The body is encoded as ${showToken(encoding)}, which is not read.`);
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    total += chunk.byteLength;
  }
  const whole = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

async function* bounded(
  stream: Readable,
  most: number,
  stated: number,
  onArrival: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    onArrival();
    total += chunk.byteLength;
    if (total > most) throw tooLarge(stated);
    if (chunk.byteLength > 0) yield chunk;
  }
}

async function* prepend(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield* rest;
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_');
}

function tooLarge(maxBytes: number): LoadoutError {
  return new LoadoutError('NETWORK_BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
}
