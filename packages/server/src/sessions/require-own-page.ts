import type { ApiContext } from '../api-context.js';
import { HttpProblem } from '../problem.js';

/** The header that only a page of the server's own sends: no form can, and another origin would have to be allowed to. */
const pageHeader = 'x-loadout-page';

/** Throws 403 for a request that a page of another site sent, where the browser says so. */
export function refuseOtherSites({ req }: ApiContext): void {
  if (req.header('sec-fetch-site') === 'cross-site') throw otherSite();
}

/**
 * Throws 403 for a request with the cookie of a session that may come from somebody else's page. Browsers send cookies
 * along by themselves, to every port of a machine.
 */
export function requireOwnPage({ req }: ApiContext): void {
  // `none`: the user typed the address.
  if (!['same-origin', 'none'].includes(req.header('sec-fetch-site') ?? 'none')) throw otherSite();
  const { method } = req.raw;
  if (method === 'GET' || method === 'HEAD' || req.header(pageHeader) === '1') return;
  throw new HttpProblem(403, `A request with a session needs the header "${pageHeader}: 1".`);
}

function otherSite(): HttpProblem {
  return new HttpProblem(403, 'Requests from pages of other sites are refused.');
}
