import { isJsonObject, type JsonObject, type JsonSchema } from '../contract/json.js';
import { checkKeywords } from './check-keywords.js';
import { checkReferences } from './check-references.js';
import { checkSize } from './check-size.js';
import { dialectOf } from './dialect.js';
import { findPatternProblem } from './linear-pattern.js';
import { type Reference, referencesOf } from './references.js';
import { walkSchema } from './walk-schema.js';

/** Each costs some 0.3 ms when the schema is compiled, in one go. */
const MAX_PARTS = 5_000;

/** Says what is wrong with a schema: the place and the remedy; nothing when it is fine. */
export type SchemaChecker = (schema: JsonSchema, origin?: SchemaOrigin) => string | undefined;

/** Whose schema it is: patterns of `foreign` ones have to be matched in linear time. */
export type SchemaOrigin = 'built-in' | 'foreign';

/** The checker. Async, so that it can be loaded when the first schema needs it. */
export async function loadSchemaChecker(): Promise<SchemaChecker> {
  return checkSchema;
}

/**
 * Checks a schema against its dialect, without loading or compiling anything: size and depth, every keyword's
 * kind of value, and every reference. What it lets through may still fail to compile for its patterns alone.
 * The answer is a sentence that names the place (JSON pointer), what is wrong, and what to do.
 */
export function checkSchema(schema: JsonSchema, origin: SchemaOrigin = 'built-in'): string | undefined {
  const tooLarge = checkSize(schema);
  if (tooLarge !== undefined) return tooLarge;
  const found = dialectOf(schema);
  if ('reason' in found) return found.reason;
  const { dialect } = found;
  const references: Reference[] = [];
  let parts = 0;
  const visit = (part: JsonObject, pointer: string): string | undefined => {
    parts += 1;
    if (parts > MAX_PARTS)
      return `The schema consists of more than ${MAX_PARTS} schemas. Split the tool, or describe less.`;
    if (pointer !== '' && part.$schema !== undefined && part.$schema !== schema.$schema) {
      return `"${pointer}/$schema" names another dialect than the whole. Leave it out, or use one dialect.`;
    }
    references.push(...referencesOf(part, pointer, dialect));
    return checkKeywords(part, pointer, dialect) ?? (origin === 'foreign' ? checkPatterns(part, pointer) : undefined);
  };
  const problem = walkSchema(schema, dialect, visit);
  if (problem !== undefined || references.length === 0) return problem;
  return checkReferences(schema, dialect, references, visit);
}

function checkPatterns({ pattern, patternProperties }: JsonObject, pointer: string): string | undefined {
  const places: [string, string][] = typeof pattern === 'string' ? [[`${pointer}/pattern`, pattern]] : [];
  if (isJsonObject(patternProperties)) {
    for (const name of Object.keys(patternProperties)) places.push([`${pointer}/patternProperties`, name]);
  }
  for (const [place, text] of places) {
    const problem = findPatternProblem(text);
    if (problem !== undefined) return `"${place}": ${problem}`;
  }
  return undefined;
}
