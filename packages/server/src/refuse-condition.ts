import { HttpProblem } from './problem.js';
import type { Route } from './route.js';

const conditions = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'];

/** Whoever makes a write depend on a condition must not have it done without one: 400 where nothing reads the header. */
export function refuseCondition(
  { method, path, hasRevision, isConditional }: Route,
  header: (name: string) => string | undefined,
): void {
  if (method === 'GET') return;
  const isRead = hasRevision === true || isConditional === true;
  const name = conditions.find((one) => header(one) !== undefined && !(isRead && one === 'If-Match'));
  if (name === undefined) return;
  const remedy = isRead ? 'Use If-Match.' : 'Leave it away: the API document names the writes that take If-Match.';
  throw new HttpProblem(400, `${method} ${path} does not look at ${name}. ${remedy}`);
}
