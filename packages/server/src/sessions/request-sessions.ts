import type { Host } from '@loadout/core';
import { type ApiContext, addressOf } from '../api-context.js';
import { type Authenticator, createInvalidToken } from '../authenticate.js';
import { type Caller, type CallerSession, starter, toActor } from '../caller.js';
import type { ServerPlace } from '../check-origin.js';
import { HttpProblem } from '../problem.js';
import type { RateLimits } from '../rate-limits.js';
import { requireOwnPage } from './require-own-page.js';
import { readSessionCookie, writeSessionCookie } from './session-cookie.js';

/** Signing in and out, for one request. */
export interface RequestSessions {
  /**
   * Opens a session of the token with this secret, and ends the one that the request came with. Answers it, and the
   * header that sets the cookie. Throws 401, 403 or 429.
   */
  open(secret: string): Promise<{ readonly session: CallerSession; readonly cookie: string }>;
  /** Ends the session that the request came with, if it did. Answers the header that takes the cookie away. */
  close(caller: Caller): Promise<string>;
}

/** What they stand on. */
export interface SessionParts {
  readonly host: Host;
  readonly authenticator: Authenticator;
  readonly rates: RateLimits;
  readonly place: ServerPlace;
}

/** Makes them. */
export function createRequestSessions(
  { host, authenticator, rates, place }: SessionParts,
  context: ApiContext,
): RequestSessions {
  return {
    async open(secret) {
      const former = readSessionCookie(context, place);
      // It would be ended.
      if (former !== undefined) requireOwnPage(context);
      const caller = await authenticator.findOwner(secret, addressOf(context));
      if (caller.bot !== null) {
        const detail = `The token is for the tools of the bot ${caller.bot} alone. To sign in, take one with a role.`;
        throw new HttpProblem(403, detail);
      }
      await rates.countSignIn(caller.tokenId);
      const { tokens } = host.as({ ...toActor(caller), via: 'page' });
      const opened = await tokens.openSession(caller === starter ? { starter: caller.name } : { secret });
      // It was revoked just now.
      if (opened === undefined) throw createInvalidToken();
      if (former !== undefined) await endFormer(former);
      const { session, createdAt, expiresAt } = opened.token;
      if (session === null || expiresAt === null) throw new TypeError('The host opened a session that has no end.');
      const maxAgeMs = Date.parse(expiresAt) - Date.parse(createdAt);
      return {
        session: { of: session.of, expiresAt },
        cookie: writeSessionCookie(context, place, { secret: opened.secret, maxAgeMs }),
      };
    },

    async close(caller) {
      if (caller.session !== null) await host.as(toActor(caller)).tokens.revoke(caller.tokenId);
      return writeSessionCookie(context, place, { secret: '', maxAgeMs: 0 });
    },
  };

  /** The browser lets go of its cookie: nobody could end it any more. */
  async function endFormer(secret: string): Promise<void> {
    const former = await authenticator.findSession(secret);
    if (former !== undefined) await host.as(toActor(former)).tokens.revoke(former.tokenId);
  }
}
