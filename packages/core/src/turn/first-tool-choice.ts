import { isJsonObject, type JsonSchema } from '../contract/json.js';
import type { FirstToolChoice } from '../contract/loop.js';
import type { ToolChoice } from '../contract/model-adapter.js';
import type { CallableTool } from '../execution/callable-tool.js';

/** What the first request asks for, and what of it could not be had. */
export interface FirstChoice {
  readonly choice: ToolChoice;
  readonly notes: readonly string[];
}

const auto: ToolChoice = Object.freeze({ type: 'auto' });

/**
 * What is wished for, as far as the offered tools allow it; else the model chooses by itself, and a note says why. What the
 * API does not allow, its adapter says.
 */
export function chooseFirstTool(
  wished: FirstToolChoice,
  { tools, canonicalName }: { readonly tools: ReadonlyMap<string, CallableTool>; canonicalName(name: string): string },
): FirstChoice {
  if (wished === 'auto') return { choice: auto, notes: [] };
  if (wished === 'required') return { choice: { type: 'required' }, notes: [] };
  if (wished === 'search') {
    const search = [...tools.values()].find(isSearch);
    if (search !== undefined) return { choice: { type: 'tool', name: search.name }, notes: [] };
    const note = 'No read-only search tool with a required text "query" is offered: the model chooses by itself.';
    return { choice: auto, notes: [note] };
  }
  const name = tools.has(wished.tool) ? wished.tool : canonicalName(wished.tool);
  if (tools.has(name)) return { choice: { type: 'tool', name }, notes: [] };
  return { choice: auto, notes: [`The tool "${wished.tool}" is not offered: the model chooses by itself.`] };
}

function isSearch({ policy, definition }: CallableTool): boolean {
  return policy.kind === 'search' && policy.readOnly && takesQuery(definition.schema);
}

function takesQuery({ properties, required }: JsonSchema): boolean {
  if (!Array.isArray(required) || !required.includes('query')) return false;
  const query = isJsonObject(properties) ? properties.query : undefined;
  const type = isJsonObject(query) ? query.type : undefined;
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}
