import { HttpProblem } from './problem.js';

/** More than any argument, setting or document needs, and less than what would overflow a stack. */
const maximumDepth = 100;

/** So much of what is too large is still read: then the client gets the answer, and its connection stays of use. */
const drainBytes = 16_000_000;

/** The bytes of a body. Throws 413 for more than `limit`. */
export async function readBytes({ headers, body }: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = (): HttpProblem => new HttpProblem(413, `The body has more than ${limit} bytes.`);
  if (Number(headers.get('content-length') ?? 0) > limit + drainBytes) throw tooLarge();
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit + drainBytes) throw tooLarge();
      if (size > limit) chunks.length = 0;
      else chunks.push(value);
    }
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    // The client went away, or sent what is no body: nothing of this failed.
    throw new HttpProblem(400, 'The body did not arrive whole.');
  } finally {
    reader.releaseLock();
  }
  if (size > limit) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Throws 415 for a body that says it is something else than plain JSON. */
export function checkContentType(headers: Request['headers']): void {
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;\s*(?:charset\s*=\s*(?:utf-8|"utf-8")\s*)?)*$/i.test(type)) {
    throw new HttpProblem(415, 'The body has to be JSON: send "content-type: application/json".', {
      headers: { accept: 'application/json' },
    });
  }
  if ((headers.get('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity') {
    throw new HttpProblem(415, 'The body has to be sent as it is, without content-encoding.');
  }
}

/** The value that the bytes spell. Throws 400. */
export function parseBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpProblem(400, `The body is not JSON: ${describePlace(error, text)}.`);
  }
}

/** Where the text is no JSON. What stands there is not said: it may be a secret, and problems are logged. */
function describePlace(error: unknown, text: string): string {
  if (text.trim() === '') return 'it is empty';
  const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return position === undefined ? 'it cannot be parsed' : `it cannot be parsed from character ${position} on`;
}

/** Throws 400 for what is nested too deeply for those who read it. */
export function checkDepth(value: unknown): void {
  if (!isDeeperThan(value, maximumDepth)) return;
  throw new HttpProblem(400, `The body is nested too deeply: at most ${maximumDepth} levels are taken.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder says no more than that.
    throw new HttpProblem(400, 'The body is not UTF-8.');
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
