import type { RequestListener } from 'node:http';
import { type BuiltinToolsOptions, builtinTools } from '@loadout/builtin-tools';
import { type CallOutcome, createHost, type Host, type JsonObject, type Logger, type TurnOptions } from '@loadout/core';
import { onTestFinished } from 'vitest';
import { startSite, type TestSite } from './call.js';

/** A host with `read_web_page`, whose network is one loopback server. */
export interface ReadingHost {
  readonly host: Host;
  readonly site: TestSite;
  /** One turn with one call. */
  read(url: string, turn?: Partial<TurnOptions>, args?: JsonObject): Promise<CallOutcome>;
}

export const high: Partial<TurnOptions> = { modelProvider: { id: 'house', confidence: 'HIGH' } };

export async function openReading(
  settings: JsonObject,
  listener: RequestListener,
  options: BuiltinToolsOptions = {},
  logger: Logger = () => undefined,
): Promise<ReadingHost> {
  const site = await startSite(listener);
  const host = await createHost({
    ...builtinTools(options),
    fetch: site.call.fetch,
    toolSettings: { read_web_page: settings },
    logger,
  });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'demo' });
  await host.assign('demo', ['read_web_page']);
  return {
    host,
    site,
    async read(url, turnOptions = {}, args = {}) {
      const turn = await host.startTurn({ bot: 'demo', ...turnOptions });
      try {
        return await turn.call({ name: 'read_web_page', arguments: { url, ...args } });
      } finally {
        await turn.end();
      }
    },
  };
}

/** What the model reads of a result. */
export function textOf({ content }: CallOutcome): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
