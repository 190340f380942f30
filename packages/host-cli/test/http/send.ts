import { type IncomingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** A request as it is, whatever its headers say: `fetch` would correct some. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Sends one request on a connection of its own. A body is JSON unless its headers say otherwise. */
export function send(url: string, { method = 'GET', path = '/', headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(new URL(url), { method, path, headers: { ...type, ...headers }, agent: false }, (response) => {
      const { statusCode: status = 0 } = response;
      const isEmpty = status === 204 || method === 'HEAD';
      if (isEmpty) response.resume();
      Promise.resolve(isEmpty ? undefined : json(response))
        .then((value) => resolve({ status, headers: response.headers, body: value }))
        .catch(reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
