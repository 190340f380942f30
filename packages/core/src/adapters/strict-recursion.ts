import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { followReference } from './schema-parts.js';
import type { StrictProfile } from './strict-profile.js';
import type { StrictReport } from './strict-report.js';

/** How many steps from part to part are followed. */
const MAX_LEVELS = 300;

/** Ends an attempt where a schema leads back to itself, or where too many parts lead to one. */
export function refuseRecursion(
  root: JsonObject,
  pointers: ReadonlyMap<JsonValue, string>,
  { name }: StrictProfile,
  report: StrictReport,
): void {
  const done = new Set<JsonValue>();
  const open = new Set<JsonValue>();
  const visit = (schema: JsonValue, level: number): void => {
    if (!isJsonObject(schema) || done.has(schema)) return;
    const pointer = pointers.get(schema) ?? '';
    if (open.has(schema)) {
      report.fail('recursion-not-strict', pointer, `${name} takes no recursive schema as strict.`);
    }
    if (level > MAX_LEVELS) {
      report.fail('strict-limit', pointer, `More than ${MAX_LEVELS} parts and references lead to this one.`);
    }
    open.add(schema);
    if (schema.$ref !== undefined) visit(followReference(root, schema.$ref), level + 1);
    for (const part of partsOf(schema)) visit(part, level + 1);
    open.delete(schema);
    done.add(schema);
  };
  visit(root, 0);
}

function* partsOf(schema: JsonObject): Generator<JsonValue> {
  for (const keyword of ['items', 'additionalProperties']) if (isJsonObject(schema[keyword])) yield schema[keyword];
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) if (isList(schema[keyword])) yield* schema[keyword];
  if (isJsonObject(schema.properties)) yield* Object.values(schema.properties);
}
