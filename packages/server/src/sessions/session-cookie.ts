/*
 * The cookie that a session is kept in. Browsers keep cookies by host and not by port, so its name has the port that the
 * browser sees: two hosts on one machine do not trade theirs. Over https the name has the prefix `__Host-` too, with
 * which no page of a neighbouring name can set it.
 */
import { generateCookie, getCookie } from 'hono/cookie';
import { type ApiContext, readPlaces } from '../api-context.js';
import { canonicalHost, type ServerPlace } from '../check-origin.js';

const baseName = 'loadout-session';

/** What a cookie says. */
export interface SessionCookie {
  /** Empty: it is taken away. */
  readonly secret: string;
  readonly maxAgeMs: number;
}

/** The secret of a session that came with a request; undefined where none did. */
export function readSessionCookie(context: ApiContext, { publicUrl }: ServerPlace): string | undefined {
  const { port, hostname } = readHost(context);
  const name = nameOf(port);
  if (publicUrl?.protocol !== 'https:') return getCookie(context, name);
  const secure = getCookie(context, name, 'host');
  // At its public address the server sets no other; behind a proxy that puts in a host of its own both may come.
  const isPublic = canonicalHost(hostname) === canonicalHost(publicUrl.hostname);
  return secure ?? (isPublic ? undefined : getCookie(context, name));
}

/** The header `set-cookie` of an answer. */
export function writeSessionCookie(
  context: ApiContext,
  { publicUrl }: ServerPlace,
  { secret, maxAgeMs }: SessionCookie,
): string {
  const { origin } = readPlaces(context);
  // A browser says where it is; whoever says nothing is taken to be where the operator said.
  const isSecure = publicUrl?.protocol === 'https:' && (origin === undefined || origin.startsWith('https:'));
  return generateCookie(nameOf(readHost(context).port), secret, {
    httpOnly: true,
    maxAge: Math.floor(maxAgeMs / 1000),
    path: '/',
    sameSite: 'Strict',
    ...(isSecure ? { prefix: 'host' } : {}),
  });
}

function nameOf(port: string): string {
  return port === '' ? baseName : `${baseName}-${port}`;
}

/** It was judged before: it is the name of this machine, or that of the public address. */
function readHost(context: ApiContext): URL {
  const { hosts, target } = readPlaces(context);
  return new URL(`http://${target ?? hosts[0] ?? 'localhost'}`);
}
