import { describeError, withDeadline } from '../companions/guard.js';
import type { Clock } from '../contract/clock.js';
import type { Logger } from '../contract/logger.js';

/** How long the end of a host waits for the store. */
const STORE_TIMEOUT_MS = 5_000;

/** What moves are written down with. */
export interface BuiltInAdoptionParts {
  readonly write: (botId: string, toolNames: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * A tool that has become a built-in moves by itself (contract 4.3): turns treat it so at once, and this writes it down,
 * behind their back. What fails is logged and tried again when the bot's next offer is made.
 */
export class BuiltInAdoption {
  readonly #parts: BuiltInAdoptionParts;
  readonly #running = new Set<Promise<void>>();

  constructor(parts: BuiltInAdoptionParts) {
    this.#parts = parts;
  }

  adopt(botId: string, toolNames: readonly string[]): void {
    const running = this.#adopt(botId, toolNames).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits a while for what is being written; call it before the store is closed. Never rejects. */
  async settled(): Promise<void> {
    const { clock, logger } = this.#parts;
    const what = 'Writing down what became built-in';
    try {
      await withDeadline(Promise.all(this.#running), { clock, ms: STORE_TIMEOUT_MS, what });
    } catch (error) {
      logger({ level: 'warn', event: 'adoption-failed', message: describeError(error), error });
    }
  }

  async #adopt(botId: string, toolNames: readonly string[]): Promise<void> {
    try {
      await this.#parts.write(botId, toolNames);
    } catch (error) {
      const message = `That ${toolNames.join(', ')} of bot "${botId}" became built-in could not be written down: ${describeError(error)}`;
      this.#parts.logger({ level: 'warn', event: 'adoption-failed', bot: botId, message, error });
    }
  }
}
