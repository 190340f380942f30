import { createDocument, type HttpProblem } from './problem.js';
import type { ApiResponse } from './route.js';
import { strictHeaders } from './strict-headers.js';

type Headers = Readonly<Record<string, string>>;

/** What every answer carries. */
const commonHeaders: Headers = { ...strictHeaders, 'cache-control': 'no-store' };

/** The answer of a route. `more` are headers beside its own. */
export function toResponse({ status, body, stream, headers = {} }: ApiResponse, more: Headers): Response {
  const all = { ...commonHeaders, ...headers, ...more };
  if (stream !== undefined) {
    // Proxies that buffer would keep events until there are many.
    const own = { 'content-type': stream.contentType, 'x-accel-buffering': 'no' };
    return new Response(stream.body, { status, headers: { ...all, ...own } });
  }
  return body === undefined
    ? new Response(null, { status, headers: all })
    : toJson(status, 'application/json', body, all);
}

/** The answer that a problem is. */
export function toProblemResponse(problem: HttpProblem, more: Headers): Response {
  const headers = { ...commonHeaders, ...problem.headers, ...more };
  return toJson(problem.status, 'application/problem+json', createDocument(problem), headers);
}

function toJson(status: number, type: string, body: unknown, headers: Headers): Response {
  const text = `${JSON.stringify(body)}\n`;
  const own = { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...headers, ...own } });
}
