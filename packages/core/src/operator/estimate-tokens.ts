import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ConvertedTool } from '../contract/model-adapter.js';

/** What models take for a token, on the average of English and JSON. */
const CHARACTERS_OF_A_TOKEN = 4;

/** By what is sent, and by name: definitions and converted tools never change. */
const known = new WeakMap<object, Map<string, number>>();

/** An estimate of what a tool takes in a request: as it is converted for a model API, or as MCP has it. */
export function estimateTokens(
  name: string,
  definition: FrozenDefinition['definition'],
  converted: ConvertedTool | undefined,
): number {
  // A tool that cannot be sent is estimated as MCP would have it.
  if (converted?.wire) return remember(converted, name, converted.wire);
  const { description, schema } = definition;
  return remember(definition, name, { name, description, inputSchema: schema });
}

function remember(by: object, name: string, sent: object): number {
  const counts = known.get(by) ?? new Map<string, number>();
  const before = counts.get(name);
  if (before !== undefined) return before;
  const tokens = Math.ceil(JSON.stringify(sent).length / CHARACTERS_OF_A_TOKEN);
  counts.set(name, tokens);
  known.set(by, counts);
  return tokens;
}
