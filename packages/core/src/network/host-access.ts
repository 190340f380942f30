import type { GuardedFetchOptions } from '../contract/call.js';
import { LoadoutError } from '../contract/errors.js';
import { createHostAllowlist } from './host-allowlist.js';
import { bareHost, isOfOrigin } from './web-url.js';

/**
 * Which addresses a host may have: public ones; those of private networks as well; or any, because the operator named
 * the origin.
 */
export type HostAccess = 'public' | 'private' | 'operator';

/** What the hosts of one request may be. */
export interface HostRules {
  /** Of a URL that is asked, the first or a later one. */
  accessOf(url: URL): HostAccess;
  /** Throws `NETWORK_REDIRECT_REFUSED` where a redirect leaves the origin that the operator named. */
  requireFollowable(from: URL, to: URL): void;
}

/**
 * The rules of a request, from its options and its first URL. The operator's origin counts where the request begins
 * there; nobody is led to it by a redirect from elsewhere.
 */
export function createHostRules(firstUrl: URL, options: GuardedFetchOptions): HostRules {
  const { allowedPrivateHosts = [], operatorOrigin } = options;
  if (isOfOrigin(firstUrl, operatorOrigin)) {
    return {
      accessOf: () => 'operator',
      requireFollowable: (from, to) => {
        if (to.origin !== from.origin) throw leavesOrigin(from, to);
      },
    };
  }
  const isAllowed = allowedPrivateHosts.length === 0 ? () => false : createHostAllowlist(allowedPrivateHosts);
  return { accessOf: (url) => (isAllowed(bareHost(url)) ? 'private' : 'public'), requireFollowable: () => undefined };
}

function leavesOrigin(from: URL, to: URL): LoadoutError {
  const sentence =
    `The server at ${from.origin} redirects to ${to.origin}, which is another origin; it is not followed. ` +
    'Configure the address that it redirects to, or correct the redirect.';
  return new LoadoutError('NETWORK_REDIRECT_REFUSED', sentence, { details: { from: from.origin, to: to.origin } });
}
