import { isIP } from 'node:net';
import { LoadoutError } from '../contract/errors.js';
import { type AddressRange, isPrivateAddress, judgeAddress, toConnectableAddress } from './address-ranges.js';
import type { HostAccess } from './host-access.js';
import { untilAborted } from './request-deadline.js';
import { isLoopbackName, isPrivateName } from './web-url.js';

/** One answer of a resolver. */
export interface HostAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** Answers every address of a name. Rejects, or answers none, when there is none. */
export type HostResolver = (hostname: string, signal: AbortSignal) => Promise<readonly HostAddress[]>;

const maxAnswers = 256;

/** The addresses that a host may be reached at. */
export interface JudgedHost {
  readonly addresses: readonly HostAddress[];
  /** Whether it is in a private network, by its name or an address, and reached by the operator's list. */
  readonly isPrivate: boolean;
  /** Whether it is at addresses of a private network alone, so that nothing that is sent to it leaves that. */
  readonly isInside: boolean;
}

/**
 * The addresses of a host, each judged: what a connection uses, so that there is no second look-up to answer
 * differently (contract 10.2). One address that the host must not have refuses the host. Throws
 * `NETWORK_ADDRESS_REFUSED` or `NETWORK_NAME_UNRESOLVED`.
 */
export async function requireAddresses(
  host: string,
  access: HostAccess,
  resolveHost: HostResolver,
  signal: AbortSignal,
): Promise<JudgedHost> {
  if (isIP(host) === 0) requireName(host, access);
  const answers =
    isIP(host) === 0 ? await askResolver(host, resolveHost, signal) : [{ address: host, family: isIP(host) }];
  const judged = answers.map(({ address }) => requireAddress(host, address, access));
  const addresses = judged
    .map(({ target }) => target)
    .filter(({ address }, index, all) => all.findIndex((other) => other.address === address) === index);
  // A name that only the list lets through is a private one wherever it leads.
  const isPrivate = access === 'private' && (isPrivateName(host) || judged.some(({ isPublic }) => !isPublic));
  return { addresses, isPrivate, isInside: access === 'private' && judged.every(({ isPublic }) => !isPublic) };
}

function requireName(host: string, access: HostAccess): void {
  const isRefused = access === 'public' ? isPrivateName(host) : access === 'private' && isLoopbackName(host);
  if (!isRefused) return;
  const kind = isLoopbackName(host) ? 'a name of this machine' : 'not a public name';
  throw new LoadoutError('NETWORK_ADDRESS_REFUSED', `The host ${JSON.stringify(host)} is ${kind}.`, {
    details: { host },
  });
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
function requireAddress(
  host: string,
  address: string,
  access: HostAccess,
): { readonly target: HostAddress; readonly isPublic: boolean } {
  const verdict = judgeAddress(address);
  const { isPublic, range } = verdict;
  if (
    isPublic ||
    (access === 'private' && isPrivateAddress(address)) ||
    (access === 'operator' && range !== 'malformed')
  ) {
    return { target: toConnectableAddress(address), isPublic };
  }
  throw new LoadoutError(
    'NETWORK_ADDRESS_REFUSED',
    `The host ${JSON.stringify(host)} has an address that is not public (${describeRange(range)}).`,
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
