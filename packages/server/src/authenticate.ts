import { createHash, timingSafeEqual } from 'node:crypto';
import type { Host } from '@loadout/core';
import { type Caller, starter, toCaller } from './caller.js';
import { HttpProblem } from './problem.js';
import type { RateLimits } from './rate-limits.js';

/** What signing in needs. */
export interface AuthenticatorParts {
  readonly host: Host;
  /** An admin's token that lives as long as the process; undefined: there is none. */
  readonly accessToken: string | undefined;
  readonly rates: RateLimits;
}

/** What a request says of who asks. */
export interface Credentials {
  /** The header `authorization`. It counts where there is a session as well. */
  readonly authorization: string | undefined;
  /** The secret of a session, from a cookie. */
  readonly session: string | undefined;
  readonly address: string;
}

/** Finds who asks. */
export interface Authenticator {
  /** Throws 401 or 429. */
  findCaller(credentials: Credentials): Promise<Caller>;
  /** Whose token this is. Throws 401 or 429. */
  findOwner(secret: string, address: string): Promise<Caller>;
  /** Whose session this is; undefined where it is none, or has ended. */
  findSession(secret: string): Promise<Caller | undefined>;
}

/** Longer ones are no token: nothing is made of them. */
const maximumSecretLength = 512;

/**
 * Makes what finds who asks; it throws 401, or 429 where an address sent too many wrong tokens. A valid token is taken
 * even then: a secret of 32 random bytes cannot be guessed, and somebody else on the same machine must not be able to
 * lock the operator out. Sessions that have ended are not counted: each tab of a browser goes on asking with them.
 */
export function createAuthenticator({ host, accessToken, rates }: AuthenticatorParts): Authenticator {
  const accessHash = accessToken === undefined ? undefined : hash(accessToken);

  const find = async (secret: string): Promise<Caller | undefined> => {
    if (secret.length > maximumSecretLength) return undefined;
    // Both are hashed, so that they have one length and the comparison tells nothing of either.
    if (accessHash !== undefined && timingSafeEqual(hash(secret), accessHash)) return starter;
    const token = await host.tokens.authenticate(secret);
    return token && toCaller(token, async () => (await host.tokens.authenticate(secret)) !== undefined);
  };

  const requireOwner = async (secret: string | undefined, address: string): Promise<Caller> => {
    const caller = secret === undefined ? undefined : await find(secret);
    if (caller !== undefined) return caller;
    await rates.countFailure(address);
    throw createInvalidToken();
  };

  const findSession = async (secret: string): Promise<Caller | undefined> => {
    const session = await host.tokens.authenticateSession(secret);
    return session && toCaller(session, async () => (await host.tokens.authenticateSession(secret)) !== undefined);
  };

  return {
    async findCaller({ authorization, session, address }) {
      if (authorization !== undefined) {
        return requireOwner(/^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1], address);
      }
      if (session === undefined) {
        throw refuse('The request needs a token: send "authorization: Bearer <token>".', 'Bearer realm="loadout"');
      }
      const caller = await findSession(session);
      if (caller !== undefined) return caller;
      throw refuse('The session has ended. Sign in again.', 'Bearer realm="loadout", error="invalid_token"');
    },
    findOwner: requireOwner,
    findSession,
  };
}

/** The answer to a token that is none, or is none any more. */
export function createInvalidToken(): HttpProblem {
  return refuse(
    'The token is none, or was revoked, or has expired. Make one with: loadout token create',
    'Bearer realm="loadout", error="invalid_token"',
  );
}

function refuse(detail: string, challenge: string): HttpProblem {
  return new HttpProblem(401, detail, { headers: { 'www-authenticate': challenge } });
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
