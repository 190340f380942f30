import type { LoadoutContext } from '../../api/queries.js';
import { confidenceLevels, modelApis } from '../../api/words.js';

/** A context in one value of an address. */
export function writeContext({ component = 'chat', api, confidence }: LoadoutContext): string {
  const parts = { component, ...(api && { api }), ...(confidence && { confidence }) };
  return new URLSearchParams(parts).toString();
}

/** The context that an address holds; undefined where it holds none. What has no meaning is left out. */
export function readContext(text: string | undefined): LoadoutContext | undefined {
  if (text === undefined) return undefined;
  const parts = new URLSearchParams(text);
  const component = parts.get('component');
  return {
    component: component === null || component === '' || component === 'chat' ? undefined : component,
    api: modelApis.find((api) => api === parts.get('api')),
    confidence: confidenceLevels.find((level) => level === parts.get('confidence')),
  };
}
