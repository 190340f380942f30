import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LoadoutError } from '../contract/errors.js';
import { type AddressRange, judgeAddress, toConnectableAddress } from './address-ranges.js';
import { untilAborted } from './request-deadline.js';
import { isPrivateName } from './web-url.js';

/** One answer of a resolver. */
export interface HostAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** Answers every address of a name. Rejects, or answers none, when there is none. */
export type HostResolver = (hostname: string, signal: AbortSignal) => Promise<readonly HostAddress[]>;

const maxAnswers = 256;

/** The operating system's resolver. */
export async function lookupHost(hostname: string): Promise<readonly HostAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

/**
 * The addresses of a host, all judged public: what a connection uses, so that there is no second look-up to
 * answer differently (contract 10.2). One address that is not public refuses the host. Throws
 * `NETWORK_ADDRESS_REFUSED` or `NETWORK_NAME_UNRESOLVED`.
 */
export async function requirePublicAddresses(
  host: string,
  resolveHost: HostResolver,
  signal: AbortSignal,
): Promise<readonly HostAddress[]> {
  if (isIP(host) !== 0) return [requirePublic(host, host)];
  if (isPrivateName(host)) {
    throw new LoadoutError('NETWORK_ADDRESS_REFUSED', `The host ${JSON.stringify(host)} is not a public name.`, {
      details: { host },
    });
  }
  const answers = await askResolver(host, resolveHost, signal);
  const judged = answers.map(({ address }) => requirePublic(host, address));
  return judged.filter(({ address }, index) => judged.findIndex((other) => other.address === address) === index);
}

async function askResolver(
  host: string,
  resolveHost: HostResolver,
  signal: AbortSignal,
): Promise<readonly HostAddress[]> {
  let answers: unknown;
  try {
    answers = await untilAborted(resolveHost(host, signal), signal);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw unresolved(host, 'cannot be resolved', cause);
  }
  if (!Array.isArray(answers) || answers.length === 0) throw unresolved(host, 'has no address');
  if (answers.length > maxAnswers) throw unresolved(host, `has more than ${maxAnswers} addresses`);
  return answers.map((answer: unknown) => readAnswer(host, answer));
}

function readAnswer(host: string, answer: unknown): HostAddress {
  if (typeof answer === 'object' && answer !== null) {
    const { address, family } = answer as { address?: unknown; family?: unknown };
    const actual = typeof address === 'string' ? isIP(address) : 0;
    if (typeof address === 'string' && actual !== 0 && actual === family) return { address, family: actual };
  }
  throw unresolved(host, 'has an answer that is not an address');
}

// The address itself stays out of the message: it is read by the model and would tell it about the network.
function requirePublic(host: string, address: string): HostAddress {
  const verdict = judgeAddress(address);
  if (verdict.isPublic) return toConnectableAddress(address);
  throw new LoadoutError(
    'NETWORK_ADDRESS_REFUSED',
    `The host ${JSON.stringify(host)} has an address that is not public (${describeRange(verdict.range)}).`,
    { details: { host, address, ...verdict } },
  );
}

function describeRange(range: AddressRange): string {
  return range.replace('-', ' ');
}

function unresolved(host: string, problem: string, cause?: unknown): LoadoutError {
  return new LoadoutError('NETWORK_NAME_UNRESOLVED', `The name ${JSON.stringify(host)} ${problem}.`, {
    details: { host },
    cause,
  });
}
