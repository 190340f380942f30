import type { CallScope, JsonObject, ToolConfig } from '@loadout/core/contract';
// #region reader
import { createSettingsReader } from '@loadout/core/contract';

export function execute(args: JsonObject, config: ToolConfig, call: CallScope): Promise<string> {
  const settings = createSettingsReader(config, { of: 'course_search' });
  const apiKey = settings.requireText('apiKey'); // throws a ToolBlockedError that says what to fill in
  const limit = settings.integer('resultLimit', 10);
  const region = settings.choice('region', ['eu', 'us'], 'eu');
  return search(String(args.query), { apiKey, limit, region, hosts: settings.list('hosts') }, call.signal);
}
// #endregion

// #region validate
export function validateConfiguration({ region, apiKey }: ToolConfig) {
  const isFine = region !== 'us' || apiKey !== undefined;
  return isFine ? [] : [{ field: 'apiKey', message: 'It is needed in this region.' }];
}
// #endregion

async function search(query: string, options: object, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  return JSON.stringify({ query, ...options });
}
