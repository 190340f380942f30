import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import { wantsStrict } from '../catalogue/strict-wish.js';
import type { JsonValue } from '../contract/json.js';
import type { ModelDescription } from '../contract/model.js';
import type { ConvertedTool, ConvertibleTool, EncodedTools, ModelAdapter } from '../contract/model-adapter.js';
import { keyOfModel } from './read-model-description.js';

/** How a turn's tools are sent: the adapter of its model API, and the model. */
export interface ModelTarget {
  readonly adapter: ModelAdapter;
  readonly model: ModelDescription;
}

/** By the definition, then by adapter, name and model: a definition is frozen, and an adapter is pure. */
const converted = new WeakMap<object, Map<string, ConvertedTool>>();

/** A tool as the model API takes it; worked out once for a definition, a name and a model. */
export function convertTool(definition: object, tool: ConvertibleTool, { adapter, model }: ModelTarget): ConvertedTool {
  let known = converted.get(definition);
  if (known === undefined) {
    known = new Map();
    converted.set(definition, known);
  }
  const key = `${tool.name}\n${adapter.api}\n${keyOfModel(model)}`;
  let conversion = known.get(key);
  if (conversion === undefined) {
    conversion = convertOrRefuse(tool, { adapter, model });
    known.set(key, conversion);
  }
  return conversion;
}

/** A definition as the model API takes it under the name that bots have the tool by. */
export function convertDefinition(
  name: string,
  definition: FrozenDefinition['definition'],
  target: ModelTarget,
): ConvertedTool {
  const { description, schema } = definition;
  const strict = wantsStrict(definition) ? {} : { strict: false };
  return convertTool(definition, { name, description, schema, ...strict }, target);
}

/** A schema that conversion fails on concerns its tool alone, not the turn with all the others. */
function convertOrRefuse(tool: ConvertibleTool, { adapter, model }: ModelTarget): ConvertedTool {
  try {
    return adapter.convertTool(tool, model);
  } catch (error) {
    const message = `Its schema could not be converted: ${error instanceof Error ? error.message : String(error)}.`;
    const remark = Object.freeze({ pointer: '', code: 'conversion-failed', message });
    return Object.freeze({
      name: tool.name,
      mode: 'refused',
      isChanged: true,
      remarks: Object.freeze([remark]),
      wire: null,
      restore: (args: JsonValue) => args,
    });
  }
}

/** Why a tool cannot be sent, in a sentence; undefined where it can. */
export function explainRefusal(conversion: ConvertedTool, { adapter }: ModelTarget): string | undefined {
  if (conversion.mode !== 'refused') return undefined;
  const why = conversion.remarks.map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`));
  const first = why[0] ?? 'Its schema cannot be said there.';
  return `The model API "${adapter.api}" cannot take it. ${first} See: loadout tools check ${conversion.name}`;
}

/** No tools for no model API. */
export const NOT_ENCODED: EncodedTools = Object.freeze({ tools: Object.freeze([]), wire: Object.freeze([]) });
