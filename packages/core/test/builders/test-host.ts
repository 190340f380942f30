import { createHost, type Host, type HostOptions, type Turn, type TurnOptions } from '@loadout/core';
import { onTestFinished } from 'vitest';
import { type CollectedLog, collectLog } from './collected-log.js';
import { createManualClock, type ManualClock } from './manual-clock.js';

/** A host whose time and log belong to the test. */
export interface TestHost extends Host {
  readonly clock: ManualClock;
  readonly log: CollectedLog;
  /** Starts a turn of a new bot with these tools. */
  turnWith(toolNames: readonly string[], options?: Omit<TurnOptions, 'bot'>): Promise<Turn>;
}

/** Makes a host that is closed when the test has finished. */
export async function createTestHost(options: HostOptions = {}): Promise<TestHost> {
  const clock = createManualClock();
  const log = collectLog();
  const host = await createHost({ clock, logger: log.logger, ...options });
  onTestFinished(() => host.close());
  return extendHost(host, clock, log);
}

export function extendHost(host: Host, clock: ManualClock, log: CollectedLog): TestHost {
  let bots = 0;
  return {
    ...host,
    clock,
    log,
    async turnWith(toolNames, options = {}) {
      bots += 1;
      const bot = `bot-${bots}`;
      await host.bots.add({ id: bot });
      await host.assign(bot, toolNames);
      return host.startTurn({ ...options, bot });
    },
  };
}

/** What a call says, as one text. */
export async function textOf(turn: Turn, name: string, args: unknown = {}): Promise<string> {
  const outcome = await turn.call({ name, arguments: args });
  return outcome.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}
