import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import type { ModernSchema } from './modern-schema.js';
import { mapParts, typesOf } from './schema-parts.js';

/** What an API wants to see of schemas, although it says nothing. */
export interface Completion {
  /** `items` on each array: OpenAI refuses a request with an array that has none. */
  readonly needsItems: boolean;
  /** Nothing beside `$ref`: Gemini refuses that. */
  readonly isReferenceAlone: boolean;
}

/** `root` with what changes no meaning added: `properties` of objects (contract 8.6), and what `completion` says. */
export function completeSchema(
  root: JsonObject,
  { pointers, remarks }: Pick<ModernSchema, 'pointers' | 'remarks'>,
  { needsItems, isReferenceAlone }: Completion,
): JsonObject {
  // With it, whether `items` are named makes a difference.
  const areItemsFree = needsItems && !JSON.stringify(root).includes('"unevaluatedItems"');

  const complete = (schema: JsonValue, fallback: string): JsonValue => {
    if (!isJsonObject(schema)) return schema;
    const pointer = pointers.get(schema) ?? fallback;
    const copy = mapParts(schema, (part) => complete(part, pointer));
    const types = typesOf(schema) ?? [];
    if (types.includes('object') && copy.properties === undefined) {
      copy.properties = {};
      remarks.add(
        'properties-added',
        pointer,
        'An object without "properties" gets empty ones; what it accepts is the same.',
      );
    }
    if (areItemsFree && types.includes('array') && copy.items === undefined) {
      copy.items = {};
      remarks.add('items-added', pointer, 'An array without "items" gets some that accept anything, as before.');
    }
    if (isReferenceAlone && copy.$ref !== undefined && Object.keys(copy).some((keyword) => !keyword.startsWith('$'))) {
      const { $ref, ...others } = copy;
      remarks.add(
        'keyword-rewritten',
        `${pointer}/$ref`,
        'Beside "$ref" nothing may stand: it moves into an "anyOf" or "allOf".',
      );
      if (others.anyOf === undefined) return { ...others, anyOf: [{ $ref }] };
      return { ...others, allOf: [...(isList(others.allOf) ? others.allOf : []), { $ref }] };
    }
    return copy;
  };

  return complete(root, '') as JsonObject;
}
