import { describeError } from '../companions/guard.js';
import type { Logger } from '../contract/logger.js';

/**
 * A tool that has become a built-in moves by itself (contract 4.3): turns treat it so at once, and this writes it down,
 * behind their back. What fails is logged and tried again when the bot's next offer is made.
 */
export class BuiltInAdoption {
  readonly #write: (botId: string, toolNames: readonly string[]) => Promise<void>;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(write: (botId: string, toolNames: readonly string[]) => Promise<void>, logger: Logger) {
    this.#write = write;
    this.#logger = logger;
  }

  adopt(botId: string, toolNames: readonly string[]): void {
    const running = this.#adopt(botId, toolNames).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #adopt(botId: string, toolNames: readonly string[]): Promise<void> {
    try {
      await this.#write(botId, toolNames);
    } catch (error) {
      const message = `That ${toolNames.join(', ')} of bot "${botId}" became built-in could not be written down: ${describeError(error)}`;
      this.#logger({ level: 'warn', event: 'adoption-failed', bot: botId, message, error });
    }
  }
}
