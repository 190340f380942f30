import type { JsonObject, JsonSchema, JsonValue } from '../contract/json.js';
import type { ModelApi } from '../contract/model.js';
import type { ConversionWishes, ConvertedSchema } from './converted-schema.js';
import { type ModernSchema, toModernSchema } from './modern-schema.js';

/*
 * The seam between conversion and the adapters:
 *
 *   convertSchemaFor(api, schema, wishes): ConvertedSchema       // converted-schema.ts has both types
 *   spendStrictBudget(conversions): readonly ConvertedSchema[]   // strict-budget.ts; Anthropic, per request
 *
 * Pure; nothing is kept: whoever calls keeps the answer per definition. Whether strict is wanted at all (the tool's
 * `strict`, the model's) is for the caller to say in `wishes.strict`. `schema` of the answer is the value of
 * `function.parameters` (Chat), `parameters` (Responses), `input_schema` (Anthropic), `parametersJsonSchema` or
 * `parameters` (Gemini); with Gemini's `parameters` it may be null in mode `non-strict`: a function without arguments.
 */

/** The schema of a tool as `api` takes it. */
export function convertSchemaFor(api: ModelApi, schema: JsonSchema, _wishes: ConversionWishes): ConvertedSchema {
  void api;
  const modern = toModernSchema(schema);
  return sendModern(schema, modern);
}

function sendModern(own: JsonSchema, { root, remarks, isRefused }: ModernSchema): ConvertedSchema {
  const sent: JsonObject = Object.hasOwn(root, 'properties') ? root : { ...root, properties: {} };
  return Object.freeze({
    mode: isRefused ? 'refused' : 'non-strict',
    schema: isRefused ? null : sent,
    isChanged: isRefused || JSON.stringify(own) !== JSON.stringify(sent),
    remarks: remarks.list(),
    restore: (args: JsonValue) => args,
    cost: { optionalParameters: 0, unionParameters: 0 },
    relaxed: null,
  });
}
