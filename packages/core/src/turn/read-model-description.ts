import { describeValue } from '../catalogue/describe-value.js';
import { isModelApi, MODEL_APIS, type ModelDescription } from '../contract/model.js';
import { suggestWord } from '../schema/nearest-word.js';
import { invalidOption } from './invalid-option.js';

const flags = ['canCallTools', 'takesImages', 'takesParallelToolCalls', 'strict', 'isThinking'] as const;
const geminiSchemas: readonly unknown[] = ['parametersJsonSchema', 'parameters'];
const fields: readonly string[] = ['api', ...flags, 'geminiSchema'];

/** One object for each description that was seen, by {@link keyOfModel}: there are a few hundred at most. */
const known = new Map<string, ModelDescription>();

/** A description as the embedder gave it: frozen, and the same object for an equal one. Throws `CONFIGURATION_INVALID`. */
export function readModelDescription(method: string, value: unknown): ModelDescription | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') throw invalidOption('model', 'has to be an object', { in: method });
  // Each field is judged before it is used.
  const stated = value as { readonly [Field in keyof ModelDescription]: unknown };
  const { api, geminiSchema } = stated;
  if (api !== undefined && !isModelApi(api)) {
    throw invalidOption('model.api', `has to be one of ${MODEL_APIS.join(', ')}, not ${describeValue(api)}`, {
      in: method,
    });
  }
  if (geminiSchema !== undefined && !geminiSchemas.includes(geminiSchema)) {
    throw invalidOption('model.geminiSchema', `has to be one of ${geminiSchemas.join(', ')}`, { in: method });
  }
  for (const flag of flags) {
    const given = stated[flag];
    if (given !== undefined && typeof given !== 'boolean') {
      throw invalidOption(`model.${flag}`, 'has to be true or false', { in: method });
    }
  }
  for (const field in stated) {
    if (fields.includes(field)) continue;
    throw invalidOption(`model.${field}`, `is unknown. ${suggestWord(field, fields)}`.replace(/\.$/, ''), {
      in: method,
    });
  }
  // The lines above prove what it is.
  const description = value as ModelDescription;
  const key = keyOfModel(description);
  let frozen = known.get(key);
  if (frozen === undefined) {
    const stateds = fields.map((field) => [field, stated[field as keyof ModelDescription]] as const);
    frozen = Object.freeze(Object.fromEntries(stateds.filter(([, given]) => given !== undefined))) as ModelDescription;
    known.set(key, frozen);
  }
  return frozen;
}

/** A text that is equal for equal descriptions. */
export function keyOfModel(model: ModelDescription | undefined): string {
  if (model === undefined) return '';
  const { api, canCallTools, takesImages, takesParallelToolCalls, strict, isThinking, geminiSchema } = model;
  return `${api} ${canCallTools} ${takesImages} ${takesParallelToolCalls} ${strict} ${isThinking} ${geminiSchema}`;
}
