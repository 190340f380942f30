import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Client } from 'undici';
import { LoadoutError } from '../contract/errors.js';
import { boundArrival } from './bound-arrival.js';
import type { HopRequest } from './redirect.js';
import { skipContinue } from './skip-continue.js';

/** What one server answered; its body is not read yet. */
export interface HopResponse {
  readonly status: number;
  /** Lower-case names; several headers of one name are joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** Each `Set-Cookie` by itself. */
  readonly cookies: readonly string[];
  readonly body: Readable;
  /** Drops what is left of the body and closes the connection. Safe to call twice. */
  close(): void;
}

/** How far one request may go. */
export interface SendOptions {
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal;
}

const maxHeaderBytes = 32_768;

// Answers of 1xx are no answer yet. A server sends one or two, if any.
const maxInformational = 20;

/**
 * Sends one request over a connection that is already made. The connection serves this request alone: nothing of
 * one retrieval, an address judged earlier included, is left for the next. Redirects are not followed, no proxy is
 * asked, and all waiting is ended by the signal. What arrives is bounded by what `maxBodyBytes` can need.
 */
export async function sendRequest(
  request: HopRequest,
  socket: Socket,
  { maxBodyBytes, signal }: SendOptions,
): Promise<HopResponse> {
  boundArrival(socket, maxBodyBytes);
  skipContinue(socket, maxHeaderBytes);
  const client = new Client(request.url.origin, {
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: handOver(socket),
  });
  let body: Readable | undefined;
  const close = (): void => {
    body?.on('error', ignoreError).destroy();
    client.destroy().catch(ignoreError);
    socket.destroy();
  };
  let informational = 0;
  const countInformational = (): void => {
    informational += 1;
    if (informational > maxInformational) throw tooManyInformational();
  };
  try {
    const response = await client.request({
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      reset: true,
      signal,
      onInfo: countInformational,
    });
    body = response.body;
    const headers = joinHeaders(response.headers);
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    return { status: response.statusCode, headers, cookies, body, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A connector that gives its one socket once: undici may ask again, and must not get a connection of its own. */
function handOver(socket: Socket) {
  let given = false;
  return (_options: unknown, callback: (...result: [null, Socket] | [Error, null]) => void): void => {
    const isUsable = !given && !socket.destroyed;
    given = true;
    queueMicrotask(() => {
      if (isUsable) callback(null, socket);
      else callback(new Error('The server closed the connection before it answered.'), null);
    });
  };
}

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const values = value === undefined ? [] : [value].flat();
    if (name === 'location' && new Set(values).size > 1) {
      throw new LoadoutError('NETWORK_FAILED', 'The server redirects to several places at once.');
    }
    if (values.length > 0) joined.set(name, name === 'location' ? (values[0] ?? '') : values.join(', '));
  }
  return joined;
}

function tooManyInformational(): LoadoutError {
  return new LoadoutError(
    'NETWORK_FAILED',
    `The server sends more than ${maxInformational} answers before its answer.`,
  );
}

/** Whoever waits for the body has been told by its own error. */
function ignoreError(): void {}
