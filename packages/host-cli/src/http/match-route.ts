import { HttpProblem } from './problem.js';
import type { Route } from './routes.js';

/** A route and what the path says for its names. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a request. Throws 400, 404 or 405. */
export function matchRoute(routes: readonly Route[], method: string, target: string): RouteMatch {
  const parts = splitPath(target);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed: string[] = [];
  for (const route of routes) {
    const params = matchPath(route.path, parts);
    if (params === undefined) continue;
    if (route.method === wanted) return { route, params };
    allowed.push(route.method);
  }
  if (allowed.length === 0) throw new HttpProblem(404, 'There is nothing at this path. GET / lists the API.');
  throw new HttpProblem(405, `This path takes ${allowed.join(', ')}.`, { allow: allowed.join(', ') });
}

function splitPath(target: string): readonly string[] {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/')) throw new HttpProblem(400, 'The path has to begin with "/".');
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    // decodeURIComponent says no more than that.
    throw new HttpProblem(400, 'The path is not percent-encoded UTF-8.');
  }
}

function matchPath(pattern: string, parts: readonly string[]): Readonly<Record<string, string>> | undefined {
  const names = pattern.slice(1).split('/');
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}
