import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { NOTES } from '../schema/keywords.js';
import { isList } from '../schema/walk-schema.js';
import type { SchemaComparison } from './compare-schemas.js';
import { dropKeyword } from './gemini-values.js';
import type { RemarkList } from './remarks.js';
import { acceptsNothing, isOnlyOfTypes, isWithoutType, resolveAlone, typesOf } from './schema-parts.js';

/** What has to be known of the document around a union. */
export interface UnionContext {
  readonly root: JsonObject;
  readonly comparison: SchemaComparison;
  readonly remarks: RemarkList;
}

/** The alternatives that values can fit. Says what is lost of what stands beside them. */
export function keepPossible(
  schema: JsonObject,
  union: readonly JsonValue[],
  pointer: string,
  { root, comparison, remarks }: UnionContext,
): readonly JsonValue[] {
  const types = typesOf(schema) ?? [];
  const isExcluded = (part: JsonValue): boolean =>
    types.length > 0 && comparison.areDisjoint({ type: schema.type ?? null }, part);
  const possible = union.filter((part) => !acceptsNothing(resolveAlone(root, part)) && !isExcluded(part));
  if (schema.anyOf === undefined) {
    if (comparison.areAllDisjoint(union))
      remarks.add('keyword-rewritten', `${pointer}/oneOf`, 'No two alternatives fit at once: it is sent as "anyOf".');
    else dropKeyword(remarks, 'oneOf', pointer);
  }
  for (const keyword of Object.keys(schema)) {
    if (keyword === 'anyOf' || (keyword === 'oneOf' && schema.anyOf === undefined)) continue;
    if (keyword === 'type' && possible.every((part) => isWithoutType(part) || isOnlyOfTypes(root, part, types))) {
      remarks.add('keyword-rewritten', `${pointer}/type`, 'It is left to the alternatives.');
    } else if (!NOTES.has(keyword)) dropKeyword(remarks, keyword, pointer);
    else
      remarks.add(
        'annotation-dropped',
        `${pointer}/${keyword}`,
        `Beside "anyOf" nothing may stand: "${keyword}" is left out or moved into the only alternative.`,
      );
  }
  return possible;
}

/** The same, and null. */
export function makeNullable(schema: Record<string, JsonValue>): Record<string, JsonValue> {
  if (!isList(schema.anyOf)) return { ...schema, nullable: true };
  return { anyOf: schema.anyOf.map((part) => makeNullable(isJsonObject(part) ? { ...part } : {})) };
}
