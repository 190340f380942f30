import type { HostTurn, HostTurns } from './host-turns.js';
import type { RetrievalErrand } from './retrieval.js';
import type { Timing } from './timing.js';

// A body that drips in for minutes must not keep a host from everybody else.
const longestBodyTurnMs = 10_000;

/** Takes turns at the host of a page, and at those that it redirects to. */
export interface Visit {
  /** All that turns were waited for. */
  readonly waitedMs: number;
  /** The host at which a turn is waited for. */
  readonly waitsFor: string | undefined;
  /** Leaves a host for the next one, once that has a turn. */
  readonly goOn: (to: URL) => Promise<void>;
  /** The last host has answered: from now on its body holds the turn for a short time only. */
  hasAnswered(): void;
  end(): void;
}

/** Resolves once the host of the page has given a turn; rejects where none comes in time. */
export async function visitHosts(
  { url, call, deadlineAt, signal }: RetrievalErrand,
  { turns, timing }: { readonly turns: HostTurns; readonly timing: Timing },
): Promise<Visit> {
  let waitedMs = 0;
  let waitsFor: string | undefined;
  let callOff = (): void => {};
  const take = async (host: string): Promise<HostTurn> => {
    const startedAt = timing.now();
    waitsFor = host;
    const turn = await turns.take(host, { deadlineAt, signal, asker: call.context.bot.id });
    waitsFor = undefined;
    waitedMs += timing.now() - startedAt;
    return turn;
  };
  let turning = take(hostOf(url));
  // One that is still waited for is given back when it comes.
  const giveBack = (): void => void turning.then((turn) => turn.end()).catch(() => {});
  await turning;
  return {
    get waitedMs() {
      return waitedMs;
    },
    get waitsFor() {
      return waitsFor;
    },
    async goOn(to) {
      giveBack();
      turning = take(hostOf(to.href));
      await turning;
    },
    hasAnswered() {
      callOff = timing.scheduleInBackground(giveBack, longestBodyTurnMs);
    },
    end() {
      callOff();
      giveBack();
    },
  };
}

/** With its port, and the same one however it is written. What cannot be parsed has none; the guarded fetch refuses it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/\.(?=:|$)/, '') : '';
}
