import { describeError } from '../companions/guard.js';
import type { LoadoutChange } from '../contract/loadout-change.js';
import type { Logger } from '../contract/logger.js';

/**
 * A tool that has become a built-in moves by itself (contract 4.3): turns treat it so at once, and this writes it down,
 * behind their back. What fails is logged and tried again when the bot's next offer is made.
 */
export class BuiltInAdoption {
  readonly #change: (botId: string, changes: readonly LoadoutChange[]) => Promise<unknown>;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(change: (botId: string, changes: readonly LoadoutChange[]) => Promise<unknown>, logger: Logger) {
    this.#change = change;
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
      await this.#change(
        botId,
        toolNames.map((tool) => ({ action: 'accept', tool })),
      );
    } catch (error) {
      const message = `That ${toolNames.join(', ')} of bot "${botId}" became built-in could not be written down: ${describeError(error)}`;
      this.#logger({ level: 'warn', event: 'adoption-failed', bot: botId, message, error });
    }
  }
}
