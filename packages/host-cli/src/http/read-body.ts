import type { IncomingMessage } from 'node:http';
import { JsonSyntaxError, parseJson } from '../config/json-source.js';
import { HttpProblem } from './problem.js';

/** Above the 1 MB of arguments that the host takes: it refuses those with a result of its own. */
export const maximumBodyBytes = 2_000_000;

/** The JSON of a body. Throws 400, 413 or 415. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  checkContentType(request);
  const text = decode(await readBytes(request));
  try {
    return parseJson(text).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = error.place;
    throw new HttpProblem(400, `The body is ${error.verdict}: line ${line}, column ${column}: ${error.message}.`);
  }
}

/** Throws 415 for a body that says it is something else than plain JSON. */
export function checkContentType({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;\s*(?:charset\s*=\s*(?:utf-8|"utf-8")\s*)?)*$/i.test(type)) {
    throw new HttpProblem(415, 'The body has to be JSON: send "content-type: application/json".', {
      accept: 'application/json',
    });
  }
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity') {
    throw new HttpProblem(415, 'The body has to be sent as it is, without content-encoding.');
  }
}

async function readBytes(request: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = new HttpProblem(413, `The body has more than ${maximumBodyBytes} bytes.`, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > maximumBodyBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await`: leaving it early would destroy the connection before the answer is sent.
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > maximumBodyBytes) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    // The client went away, or sent what is no body: nothing of this failed.
    request.on('error', () => reject(new HttpProblem(400, 'The body did not arrive whole.')));
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new HttpProblem(400, `The body is not UTF-8: ${String(error)}.`);
  }
}
