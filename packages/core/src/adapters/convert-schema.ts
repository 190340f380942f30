import type { JsonObject, JsonSchema, JsonValue } from '../contract/json.js';
import type { ModelApi } from '../contract/model.js';
import { isStrictAllowed } from './check-strict.js';
import { type Completion, completeSchema } from './complete-schema.js';
import type { ConversionWishes, ConvertedSchema, StrictCost } from './converted-schema.js';
import { foldRoot, ROOT_KEYWORDS } from './fold-root.js';
import { toGeminiParameters } from './gemini-parameters.js';
import { type ModernSchema, toModernSchema } from './modern-schema.js';
import { renameRoot } from './rename-root.js';
import { restoreNames } from './replaced-names.js';
import { createRestorer } from './restore-optionals.js';
import { freezeDeep } from './schema-parts.js';
import { ANTHROPIC_STRICT, OPENAI_STRICT, type StrictProfile } from './strict-profile.js';
import { toStrictSchema } from './strict-schema.js';

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
 *
 * The way of a schema: written in 2020-12 (modern-schema), what the root may not have folded into it (fold-root), names
 * that are refused replaced (rename-root), then strict where that loses nothing (strict-schema, check-strict), else
 * completed with what the API wants to see (complete-schema). Whatever is left out accepts more than before, never less:
 * the host validates with the tool's own schema.
 */

interface ApiRules {
  readonly name: string;
  readonly rootKeywords: readonly string[];
  readonly isRenaming: boolean;
  readonly strict: StrictProfile | null;
  readonly completion: Completion;
}

const openAi: ApiRules = {
  name: 'OpenAI',
  rootKeywords: ROOT_KEYWORDS,
  isRenaming: false,
  strict: OPENAI_STRICT,
  completion: { needsItems: true, isReferenceAlone: false },
};

const rulesOf: Readonly<Record<ModelApi, ApiRules>> = {
  chat: openAi,
  responses: openAi,
  anthropic: {
    name: 'Anthropic',
    rootKeywords: ROOT_KEYWORDS,
    isRenaming: true,
    strict: ANTHROPIC_STRICT,
    completion: { needsItems: false, isReferenceAlone: false },
  },
  gemini: {
    name: 'Gemini',
    rootKeywords: ['$ref'],
    isRenaming: false,
    strict: null,
    completion: { needsItems: false, isReferenceAlone: true },
  },
};

const noCost: StrictCost = Object.freeze({ optionalParameters: 0, unionParameters: 0 });

/** The schema of a tool as `api` takes it. `schema` has been checked against its dialect. */
export function convertSchemaFor(api: ModelApi, schema: JsonSchema, wishes: ConversionWishes): ConvertedSchema {
  const modern = toModernSchema(schema);
  if (modern.isRefused) return answer(schema, { mode: 'refused', schema: null, modern });
  if (api === 'gemini' && wishes.geminiSchema === 'parameters') return convertToParameters(schema, modern);
  return convertToJsonSchema(schema, modern, rulesOf[api], wishes);
}

function convertToParameters(own: JsonSchema, modern: ModernSchema): ConvertedSchema {
  const folded = foldRoot(modern, ROOT_KEYWORDS, 'Gemini');
  const written = toGeminiParameters(folded, modern.pointers, modern.remarks);
  if (written === undefined) return answer(own, { mode: 'refused', schema: null, modern });
  const { schema, ownNames } = written;
  return answer(own, { mode: 'non-strict', schema, modern, restore: (args) => restoreNames(args, ownNames, 'all') });
}

function convertToJsonSchema(
  own: JsonSchema,
  modern: ModernSchema,
  rules: ApiRules,
  wishes: ConversionWishes,
): ConvertedSchema {
  const { pointers, remarks } = modern;
  const folded = foldRoot(modern, rules.rootKeywords, rules.name);
  const renamed = rules.isRenaming
    ? renameRoot({ ...modern, root: folded.root })
    : { root: folded.root, isWidened: false, ownNames: new Map<string, string>() };
  const restore = (args: JsonValue): JsonValue => restoreNames(args, renamed.ownNames, 'root');
  const sent = withType(renamed.root, pointers);
  const before = remarks.list();
  const isLossless = !folded.isWidened && !renamed.isWidened;
  const profile = wishes.strict ? rules.strict : null;
  if (!wishes.strict && rules.strict !== null) {
    remarks.add('strict-unwanted', '', 'Strict is not wanted: by the definition, for this model, or by default.');
  }
  const strict = profile && isLossless ? toStrictSchema(sent, pointers, remarks, profile) : null;
  const isStrict = strict !== null && profile !== null && isStrictAllowed(strict, remarks, profile);
  const relaxedModern = isStrict ? { ...modern, remarks: remarks.copyOf(before) } : modern;
  const relaxed = answer(own, {
    mode: 'non-strict',
    schema: completeSchema(sent, relaxedModern, rules.completion),
    modern: relaxedModern,
    restore,
  });
  if (!isStrict || strict === null) return relaxed;
  const { schema, optionals, cost } = strict;
  const restoreOptionals = createRestorer(schema, optionals);
  return answer(own, {
    mode: 'strict',
    schema,
    modern,
    restore: optionals.size === 0 ? restore : (args) => restore(restoreOptionals(args)),
    cost,
    relaxed,
  });
}

/** Draft-07 ignores what stands beside `$ref`, also the type of the root, which all APIs want to see. */
function withType(root: JsonObject, pointers: Map<JsonValue, string>): JsonObject {
  if (root.type === 'object') return root;
  const typed = { type: 'object', ...root };
  typed.type = 'object';
  pointers.set(typed, '');
  return typed;
}

interface Answer {
  readonly mode: ConvertedSchema['mode'];
  readonly schema: JsonObject | null;
  readonly modern: ModernSchema;
  readonly restore?: (args: JsonValue) => JsonValue;
  readonly cost?: StrictCost;
  readonly relaxed?: ConvertedSchema;
}

function answer(own: JsonSchema, { mode, schema, modern, restore, cost, relaxed }: Answer): ConvertedSchema {
  return Object.freeze({
    mode,
    schema: schema && freezeDeep(schema),
    isChanged: schema === null || JSON.stringify(own) !== JSON.stringify(schema),
    remarks: modern.remarks.list(),
    restore: restore ?? ((args: JsonValue) => args),
    cost: cost ?? noCost,
    relaxed: relaxed ?? null,
  });
}
