import type { ApprovalDecision } from '@loadout/core';

/** A call that waits for a person in this process. */
export interface CallQuestion {
  readonly bot: string;
  readonly call: string;
  readonly tool: string;
  /** So long somebody may decide. */
  readonly waitMs: number;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

interface WaitingCall {
  readonly tool: string;
  readonly settle: (decision: ApprovalDecision) => void;
  /** No time ends the waiting any more. */
  readonly hold: () => void;
}

/** Calls whose callers were asked for an approval, and did not answer yet. They live as long as their streams. */
export class CallQuestions {
  readonly #waiting = new Map<string, WaitingCall>();

  /** Resolves with what somebody decides, or with a denial when nobody does in time. */
  ask({ bot, call, tool, waitMs, signal }: CallQuestion): Promise<ApprovalDecision> {
    const key = keyOf(bot, call);
    return new Promise((resolve) => {
      const settle = (decision: ApprovalDecision): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', give);
        this.#waiting.delete(key);
        resolve(decision);
      };
      const give = (): void => settle({ decision: 'deny', reason: 'Nobody waits for the call any more.' });
      const timer = setTimeout(() => settle({ decision: 'deny', reason: 'Nobody decided in time.' }), waitMs);
      this.#waiting.set(key, { tool, settle, hold: () => clearTimeout(timer) });
      signal.addEventListener('abort', give, { once: true });
      if (signal.aborted) give();
    });
  }

  /** Hands a call that waits to the first who decides: nobody else can after it. */
  take({ bot, call }: Pick<CallQuestion, 'bot' | 'call'>): Pick<WaitingCall, 'tool' | 'settle'> | undefined {
    const key = keyOf(bot, call);
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    waiting?.hold();
    return waiting;
  }
}

/** Neither has a line break. */
function keyOf(bot: string, call: string): string {
  return `${bot}\n${call}`;
}
