import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import type { StrictCost } from './converted-schema.js';
import { followReference } from './schema-parts.js';

/** What a definition that is used many times may cost: beyond every budget, and still a number. */
const MOST = 1_000_000;

/** What a strict schema without recursion costs of Anthropic's budget: what a reference leads to counts for each use. */
export function countCost(root: JsonObject): StrictCost {
  const known = new Map<JsonValue, StrictCost>();

  function cost(schema: JsonValue | undefined): StrictCost {
    if (!isJsonObject(schema)) return { optionalParameters: 0, unionParameters: 0 };
    const before = known.get(schema);
    if (before !== undefined) return before;
    const { properties, required, anyOf, items, $ref } = schema;
    const parts: JsonValue[] = isList(anyOf) ? [...anyOf] : [];
    let optionalParameters = 0;
    if (isJsonObject(properties)) {
      const names = Object.keys(properties);
      optionalParameters += names.length - (isList(required) ? required.length : 0);
      parts.push(...Object.values(properties));
    }
    let unionParameters = isList(schema.type) || (isList(anyOf) && anyOf.length > 1) ? 1 : 0;
    if (items !== undefined) parts.push(items);
    if ($ref !== undefined) parts.push(followReference(root, $ref));
    for (const part of parts) {
      const inner = cost(part);
      optionalParameters = Math.min(MOST, optionalParameters + inner.optionalParameters);
      unionParameters = Math.min(MOST, unionParameters + inner.unionParameters);
    }
    const whole = { optionalParameters, unionParameters };
    known.set(schema, whole);
    return whole;
  }

  return cost(root);
}
