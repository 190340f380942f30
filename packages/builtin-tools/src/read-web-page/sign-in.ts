/**
 * What a request to a private host says of the bot: headers that the operator wrote down as a secret, one line for each,
 * and what the embedder's hook answers. They go to the origin that was asked and nowhere else, and there only to addresses
 * of a private network; a redirect off it leaves them behind (the guarded fetch sees to all of that).
 */
import { type CallScope, listCredentials, type MaybePromise } from '@loadout/core/contract';
import { readListedHost } from '@loadout/core/hosts';

/**
 * Answers the headers that sign in at a URL of an allowed private host, such as `{ authorization: 'Bearer …' }`, or
 * nothing. Called before each request to such a host, once it is known to be at private addresses alone and the model
 * provider may reach it, with the call that asks; `call.signal` ends when nobody waits. The
 * credentials of what it answers are secrets of the host from then on.
 */
export type Authenticate = (
  url: URL,
  call: CallScope,
) => MaybePromise<Readonly<Record<string, string>> | null | undefined>;

/** Why signing in did not work; the message is for the model. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** One line of the setting `privateHostHeaders`. */
export interface HostHeader {
  /** As the host of a URL prints it, without brackets and a final dot. */
  readonly host: string;
  /** The only one that it is for; without one, the usual ones of http and https. */
  readonly port?: number;
  readonly name: string;
  readonly value: string;
}

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const printable = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

// What says where a message goes and where it ends is not for others to say.
const reserved =
  /^(?:host|connection|content-.+|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.+|range|if-.+|accept-encoding|user-agent|:.*)$/i;

const headerLine = /^(\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?[ \t]*:[ \t]*([^\s:]+)[ \t]*:[ \t]*(.*)$/i;

/**
 * The lines of the setting, and the numbers of those that cannot be read, or set what an earlier one sets. Says nothing of
 * what stands in them.
 */
export function readHostHeaders(secret: string): {
  readonly headers: readonly HostHeader[];
  readonly unreadable: readonly number[];
  readonly repeated: readonly number[];
} {
  const headers: HostHeader[] = [];
  const unreadable: number[] = [];
  const repeated: number[] = [];
  for (const [index, line] of secret.split(/\r?\n/).entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const header = readLine(text);
    if (header === undefined) unreadable.push(index + 1);
    else if (headers.some((one) => isSameHeader(one, header))) repeated.push(index + 1);
    else headers.push(header);
  }
  return { headers, unreadable, repeated };
}

function readLine(text: string): HostHeader | undefined {
  const [, host, port, name = '', value = ''] = headerLine.exec(text) ?? [];
  const listed = readListedHost(host);
  if (listed === undefined || listed.isWildcard || Number(port ?? 0) > 65_535 || !isSendable(name, value))
    return undefined;
  return { host: listed.host, ...(port === undefined ? {} : { port: Number(port) }), name: name.toLowerCase(), value };
}

function isSameHeader(one: HostHeader, other: HostHeader): boolean {
  return one.host === other.host && one.port === other.port && one.name === other.name;
}

/** What a sign-in is made of. */
export interface SignInParts {
  readonly url: URL;
  readonly call: CallScope;
  /** The setting. */
  readonly secret: string | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly timeoutMs: number;
}

/**
 * The headers for the URL, whose credentials are secrets of the call from then on; undefined where there are none. Rejects with
 * {@link SignInError}.
 */
export async function signIn(parts: SignInParts): Promise<Readonly<Record<string, string>> | undefined> {
  const { url, call, secret, authenticate } = parts;
  const written = readHostHeaders(secret ?? '').headers.filter((header) => isFor(header, url));
  const asked = authenticate === undefined ? {} : await askEmbedder(authenticate, parts);
  const headers = { ...Object.fromEntries(written.map(({ name, value }) => [name, value])), ...asked };
  call.keepSecret(...listCredentials(headers));
  return Object.keys(headers).length === 0 ? undefined : headers;
}

/** Whether a line is for a URL: what is meant for https goes nowhere in clear. */
function isFor({ host, port }: HostHeader, url: URL): boolean {
  if (readListedHost(url.hostname)?.host !== host) return false;
  if (port === undefined) return url.port === '';
  return port === Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

async function askEmbedder(
  authenticate: Authenticate,
  { url, call, timeoutMs }: SignInParts,
): Promise<Record<string, string>> {
  const failed = (reason: string, error?: unknown): SignInError => {
    const message = error instanceof Error ? error.message : undefined;
    call.log('error', `Signing in to ${url.host} failed: ${reason}.`, message === undefined ? {} : { message });
    return new SignInError(`Signing in to ${JSON.stringify(url.host)} failed, so the page was not read.`);
  };
  let answer: unknown;
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(failed(`authenticate did not answer within ${timeoutMs} ms`)), timeoutMs);
      stop = () => reject(call.signal.reason);
      if (call.signal.aborted) stop();
      else call.signal.addEventListener('abort', stop, { once: true });
    });
    // A copy: the hook may keep or change what it gets.
    answer = await Promise.race([late, Promise.resolve().then(() => authenticate(new URL(url), call))]);
  } catch (error) {
    throw error instanceof SignInError || call.signal.aborted ? error : failed('authenticate threw', error);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) call.signal.removeEventListener('abort', stop);
  }
  if (answer === undefined || answer === null) return {};
  const headers = readAnswer(answer);
  if (headers === undefined)
    throw failed('authenticate answered something that is no object of header names and texts');
  return headers;
}

function readAnswer(answer: unknown): Record<string, string> | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value !== 'string' || !isSendable(name, value)) return undefined;
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function isSendable(name: string, value: string): boolean {
  return token.test(name) && !reserved.test(name) && printable.test(value) && value.length <= 8_000;
}
