import type { JsonObject } from '../contract/json.js';
import type { ModelApi, ModelDescription } from '../contract/model.js';
import type { ConvertedTool, ConvertibleTool, EncodedTools } from '../contract/model-adapter.js';
import { convertSchemaFor } from './convert-schema.js';
import type { ConvertedSchema } from './converted-schema.js';
import { spendStrictBudget } from './strict-budget.js';

/** One entry of an API's tool array. `schema` is null for a function that the API wants without one. */
export type CreateWire = (
  tool: ConvertibleTool,
  schema: JsonObject | null,
  mode: 'strict' | 'non-strict',
) => JsonObject;

/** From what a tool was made, for the request that decides anew how it is sent. */
interface Origin {
  readonly tool: ConvertibleTool;
  readonly conversion: ConvertedSchema;
}

const origins = new WeakMap<ConvertedTool, Origin>();

/** Whether this tool is wanted strict, which it becomes only where that is lossless (contract 8.3). */
function isStrictWanted(api: ModelApi, tool: ConvertibleTool, model: ModelDescription): boolean {
  if (api === 'gemini' || tool.strict === false) return false;
  return model.strict ?? api !== 'anthropic';
}

/** Converts one tool for `api`. */
export function convertToolFor(
  api: ModelApi,
  tool: ConvertibleTool,
  model: ModelDescription,
  createWire: CreateWire,
): ConvertedTool {
  const conversion = convertSchemaFor(api, tool.schema, {
    strict: isStrictWanted(api, tool, model),
    ...(model.geminiSchema === undefined ? {} : { geminiSchema: model.geminiSchema }),
  });
  return createTool({ tool, conversion }, createWire);
}

/** The tools of a request, with Anthropic's budget of strict ones spent in their order (contract 8.5). */
export function limitStrictTools(tools: readonly ConvertedTool[], createWire: CreateWire): readonly ConvertedTool[] {
  if (!tools.some((tool) => tool.mode === 'strict')) return tools;
  const known = tools.map((tool) => origins.get(tool));
  const conversions = known.filter((origin) => origin !== undefined).map((origin) => origin.conversion);
  const spent = spendStrictBudget(conversions)[Symbol.iterator]();
  return tools.map((tool, index) => {
    const origin = known[index];
    const conversion: ConvertedSchema | undefined = origin === undefined ? undefined : spent.next().value;
    if (origin === undefined || conversion === undefined || conversion === origin.conversion) return tool;
    return createTool({ ...origin, conversion }, createWire);
  });
}

/** One wire entry for each tool. */
export function encodeEach(tools: readonly ConvertedTool[]): EncodedTools {
  return Object.freeze({ tools: Object.freeze([...tools]), wire: Object.freeze(wiresOf(tools)) });
}

/** The wire entries of those that are sent. */
export function wiresOf(tools: readonly ConvertedTool[]): JsonObject[] {
  return tools.map((tool) => tool.wire).filter((wire) => wire !== null);
}

function createTool(origin: Origin, createWire: CreateWire): ConvertedTool {
  const { tool, conversion } = origin;
  const { mode, isChanged, remarks, restore } = conversion;
  const wire = mode === 'refused' ? null : freezeShallow(createWire(tool, conversion.schema, mode));
  const converted: ConvertedTool = Object.freeze({ name: tool.name, mode, isChanged, remarks, wire, restore });
  origins.set(converted, origin);
  return converted;
}

/** The schema inside is frozen already. */
function freezeShallow(wire: JsonObject): JsonObject {
  for (const value of Object.values(wire)) Object.freeze(value);
  return Object.freeze(wire);
}
