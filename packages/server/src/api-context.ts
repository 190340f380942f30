import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Caller } from './caller.js';
import type { RequestPlaces } from './check-origin.js';
import { HttpProblem } from './problem.js';
import type { Route } from './route.js';

/** What Hono carries along with a request of ours. */
export interface Environment {
  Bindings: Partial<HttpBindings>;
  Variables: { caller?: Caller; route?: Pick<Route, 'path'> };
}

/** One request, as Hono has it. */
export type ApiContext = Context<Environment>;

/** The path of a route as Hono writes it. */
export function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** How the connection of a request is cut; nothing without a socket. */
export function cutOf({ env }: ApiContext): { readonly cut?: () => void } {
  const outgoing = env?.outgoing;
  return outgoing === undefined ? {} : { cut: () => outgoing.destroy() };
}

/** Where a request comes from. */
export function addressOf({ env }: ApiContext): string {
  return env?.incoming?.socket.remoteAddress ?? 'unknown';
}

/** What a request says of where it goes, as it came. Without a socket the URL stands for the header. */
export function readPlaces({ req, env }: ApiContext): RequestPlaces {
  const origin = req.header('origin');
  const incoming = env?.incoming;
  const { host } = new URL(req.url);
  if (incoming === undefined) return { hosts: [req.header('host') ?? host], target: undefined, origin };
  const hosts = incoming.rawHeaders.filter((_, index, all) => index % 2 === 1 && /^host$/i.test(all[index - 1] ?? ''));
  // Any other target begins with a slash; then the host of the URL is not the client's.
  return { hosts, target: incoming.url?.startsWith('/') ? undefined : host, origin };
}

/** The parts of the path, decoded. Throws 400. */
export function readParams({ req }: ApiContext): Readonly<Record<string, string>> {
  const { pathname } = new URL(req.url);
  try {
    decodeURIComponent(pathname);
  } catch {
    // decodeURIComponent says no more than that.
    throw new HttpProblem(400, 'The path is not percent-encoded UTF-8.');
  }
  return req.param() as Record<string, string>; // every part of a route's path is needed
}
