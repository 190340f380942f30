import type { Clock } from '../contract/clock.js';
import { ERROR_CODES, type ErrorCode } from '../contract/error-codes.js';
import { isLoadoutError } from '../contract/errors.js';
import type { Logger } from '../contract/logger.js';
import type { CompanionProblem } from '../contract/report.js';
import type { Redactor } from '../settings/redactor.js';
import { describeError } from './guard.js';
import { steadyTime } from './steady-time.js';

const MAX_PROBLEMS = 20;
const MAX_MESSAGE_CHARACTERS = 2_000;

/** Lines of one companion in the log, and the time that they count in: one that fails all the time floods nothing. */
const MAX_LINES = 100;
const LINES_WINDOW_MS = 60_000;

/** What went wrong with one companion: the newest for the operator, and all of it, within bounds, for the log. */
export class ProblemLog {
  readonly #companionId: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** Problems are shown: no secret may stand in them. */
  readonly #redactor: Redactor | undefined;
  readonly #problems: CompanionProblem[] = [];
  #windowStart = Number.NEGATIVE_INFINITY;
  #lines = 0;

  constructor(companionId: string, clock: Clock, logger: Logger, redactor?: Redactor) {
    this.#redactor = redactor;
    this.#companionId = companionId;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** The newest last. */
  get problems(): readonly CompanionProblem[] {
    return [...this.#problems];
  }

  /** Never throws, whatever was thrown. The same problem again is only dated anew. */
  add(error: unknown, fallback: ErrorCode): void {
    const { message, isNew } = this.#keep(error, fallback);
    if (isNew && this.#mayLog()) {
      this.#logger({ level: 'warn', event: 'companion-problem', companion: this.#companionId, message, error });
    }
  }

  /** Adds what the log has already. */
  note(error: unknown, fallback: ErrorCode): void {
    this.#keep(error, fallback);
  }

  #keep(error: unknown, fallback: ErrorCode): { readonly message: string; readonly isNew: boolean } {
    const { code, message } = this.#read(error, fallback);
    const at = new Date(this.#clock.now()).toISOString();
    const known = this.#problems.findIndex((problem) => problem.code === code && problem.message === message);
    if (known >= 0) this.#problems.splice(known, 1);
    this.#problems.push({ code, message, at });
    if (this.#problems.length > MAX_PROBLEMS) this.#problems.shift();
    return { message, isNew: known < 0 };
  }

  /** Anybody can say that an error is the host's: it is one if it has what the host's errors have. */
  #read(error: unknown, fallback: ErrorCode): { readonly code: ErrorCode; readonly message: string } {
    const described = this.#shorten(describeError(error));
    try {
      if (isLoadoutError(error)) {
        const { code } = error;
        if (typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)) return { code, message: described };
      }
    } catch {
      // A getter that throws: one more of the companion's own.
    }
    return { code: fallback, message: `${this.#companionId}: ${described}` };
  }

  #mayLog(): boolean {
    const now = steadyTime(this.#clock);
    if (now - this.#windowStart >= LINES_WINDOW_MS) {
      this.#windowStart = now;
      this.#lines = 0;
    }
    this.#lines += 1;
    return this.#lines <= MAX_LINES;
  }

  #shorten(message: string): string {
    if (message.length <= MAX_MESSAGE_CHARACTERS) return this.#redactor?.text(message) ?? message;
    const most = MAX_MESSAGE_CHARACTERS - 1;
    return `${this.#redactor?.head(message, most) ?? message.slice(0, most)}…`;
  }
}
