import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { canonicalHost } from './check-origin.js';
import { HttpProblem } from './problem.js';
import type { ServerLimits } from './server-limits.js';

/** Counts requests, sign-ins, and those that failed. All throw 429 with `Retry-After` where it is too much. */
export interface RateLimits {
  countRequest(tokenId: string): Promise<void>;
  /** Each is written down for good, also for those who may only read. */
  countSignIn(tokenId: string): Promise<void>;
  countFailure(address: string): Promise<void>;
}

/** Keeps its counts in memory: they are of this process, and gone with it. */
export function createRateLimits(limits: Required<ServerLimits>): RateLimits {
  const requests = new RateLimiterMemory({ points: limits.requestsPerMinute, duration: 60 });
  const signIns = new RateLimiterMemory({ points: limits.signInsPerMinute, duration: 60 });
  const failures = new RateLimiterMemory({ points: limits.signInFailuresPerMinute, duration: 60 });
  return {
    countRequest: (tokenId) => consume(requests, tokenId, 'This token makes too many requests.'),
    countSignIn: (tokenId) => consume(signIns, tokenId, 'This token signs in too often.'),
    countFailure: (address) =>
      consume(failures, toNetwork(address), 'Too many requests with a wrong token came from this address.'),
  };
}

async function consume(limiter: RateLimiterMemory, key: string, sentence: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new HttpProblem(429, `${sentence} Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }
}

/** One customer has a whole /64 of IPv6 addresses. */
function toNetwork(address: string): string {
  const plain = canonicalHost(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  return [...groups, ...gap, ...rest].slice(0, 4).join(':');
}
