/**
 * Turns at a host: few requests at once, a little time between two, and none while it asks for a pause. They are given
 * in a fair order, so that one bot's many pages keep no other bot from the host. A host is forgotten as soon as nothing is going on there, so what is kept is bounded by what is asked.
 */
import { describeSeconds } from '../describe-seconds.js';
import { createFairQueue, type FairQueue } from '../fair-queue.js';
import { RetrievalError } from './retrieval-error.js';
import { processTiming, type Timing } from './timing.js';

/** How a host is treated. */
export interface Politeness {
  /** Most requests at once to one host. Default 4. */
  readonly requestsPerHost?: number | undefined;
  /** Least time between the starts of two requests to one host. Default 100. */
  readonly spacingMs?: number | undefined;
  /** Most requests of one bot that wait for one host; more are refused. Default 100. */
  readonly waitingPerHost?: number | undefined;
}

/** A turn that was taken. */
export interface HostTurn {
  /** Gives it back. */
  end(): void;
}

/** How long a turn may be waited for. */
export interface TurnLimits {
  /** By the clock of {@link Timing}. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  /** For whom: turns are shared between all who ask. */
  readonly asker: string;
}

/** See the head of this file. */
export interface HostTurns {
  /** Rejects with a `RetrievalError` where no turn comes in time, with the signal's reason where it aborts. */
  take(host: string, limits: TurnLimits): Promise<HostTurn>;
  /** No turn begins at the host for so long. Who cannot wait as long is told at once. */
  pause(host: string, pauseMs: number): void;
  /** Hosts that are known at the moment. */
  readonly size: number;
  /** Forgets the hosts where nothing goes on. */
  clear(): void;
}

interface HostState {
  active: number;
  /** When the next turn may begin, by the spacing. */
  nextAt: number;
  pausedUntil: number;
  readonly waiting: FairQueue<Waiter>;
  callOff: (() => void) | undefined;
}

interface Waiter extends TurnLimits {
  begin(): void;
  refuse(reason: unknown): void;
}

const longestPauseMs = 3_600_000;
const mostHosts = 10_000;

/** Makes {@link HostTurns}. */
export function createHostTurns(politeness: Politeness = {}, timing: Timing = processTiming): HostTurns {
  const { spacingMs = 100, waitingPerHost = 100 } = politeness;
  // Fewer than one would let nobody in.
  const requestsPerHost = Math.max(politeness.requestsPerHost ?? 4, 1);
  const hosts = new Map<string, HostState>();

  const stateOf = (host: string): HostState => {
    const known = hosts.get(host);
    if (known !== undefined) return known;
    const state = { active: 0, nextAt: 0, pausedUntil: 0, waiting: createFairQueue<Waiter>(), callOff: undefined };
    hosts.set(host, state);
    return state;
  };

  /** Begins what may begin, and comes back when more may. */
  const advance = (host: string, state: HostState): void => {
    state.callOff?.();
    state.callOff = undefined;
    // Read once: who was held by the time then has to be waited for, however late it is now.
    const now = timing.now();
    while (state.active < requestsPerHost && Math.max(state.nextAt, state.pausedUntil) <= now) {
      const waiter = state.waiting.take();
      if (waiter === undefined) break;
      state.active += 1;
      state.nextAt = now + spacingMs;
      waiter.begin();
    }
    // Who waits keeps the process alive by a deadline of its own. The end of one of its requests moves on a host that is full.
    if (state.active >= requestsPerHost || (state.active > 0 && state.waiting.size === 0)) return;
    const delayMs = Math.max(state.nextAt, state.pausedUntil) - now;
    if (delayMs > 0) state.callOff = timing.scheduleInBackground(() => advance(host, state), delayMs);
    else if (state.active === 0 && hosts.get(host) === state) hosts.delete(host);
  };

  const turnOf = (host: string, state: HostState, asker: string): HostTurn => {
    let hasEnded = false;
    return {
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        state.active -= 1;
        state.waiting.release(asker);
        advance(host, state);
      },
    };
  };

  return {
    get size() {
      return hosts.size;
    },
    async take(host, limits) {
      limits.signal.throwIfAborted();
      const state = stateOf(host);
      if (state.pausedUntil > limits.deadlineAt) throw isPaused(host, state.pausedUntil - timing.now());
      if (state.waiting.sizeOf(limits.asker) >= waitingPerHost) throw isCrowded(host, waitingPerHost);
      const begun = waitForTurn(state, limits, timing, () => isLate(host));
      advance(host, state);
      await begun;
      return turnOf(host, state, limits.asker);
    },
    pause(host, pauseMs) {
      if (hosts.size >= mostHosts && !hosts.has(host)) return;
      const state = stateOf(host);
      state.pausedUntil = Math.max(state.pausedUntil, timing.now() + Math.min(pauseMs, longestPauseMs));
      for (const waiter of state.waiting) {
        if (waiter.deadlineAt < state.pausedUntil) waiter.refuse(isPaused(host, state.pausedUntil - timing.now()));
      }
      advance(host, state);
    },
    clear() {
      for (const [host, state] of hosts) {
        if (state.active > 0 || state.waiting.size > 0) continue;
        state.callOff?.();
        hosts.delete(host);
      }
    },
  };
}

function waitForTurn(state: HostState, limits: TurnLimits, timing: Timing, late: () => RetrievalError): Promise<void> {
  const { asker, deadlineAt, signal } = limits;
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      state.waiting.remove(asker, waiter);
      callOff();
      signal.removeEventListener('abort', onAbort);
    };
    const refuse = (reason: unknown): void => {
      settle();
      reject(reason);
    };
    const begin = (): void => {
      settle();
      resolve();
    };
    const onAbort = (): void => refuse(signal.reason);
    const waiter: Waiter = { asker, deadlineAt, signal, begin, refuse };
    const callOff = timing.schedule(() => refuse(late()), Math.max(deadlineAt - timing.now(), 0));
    signal.addEventListener('abort', onAbort, { once: true });
    state.waiting.add(asker, waiter);
  });
}

function isPaused(host: string, pauseMs: number): RetrievalError {
  return new RetrievalError(
    `The server ${host} asks to be left alone for ${describeSeconds(pauseMs)} more. Try again after that, or read another page.`,
  );
}

function isCrowded(host: string, waitingPerHost: number): RetrievalError {
  return new RetrievalError(
    `${waitingPerHost} requests of this bot wait for the server ${host} already. Try again later.`,
  );
}

/** No turn came in time. */
export function isLate(host: string): RetrievalError {
  return new RetrievalError(`Other requests to the server ${host} took all the time that there was. Try again later.`);
}
