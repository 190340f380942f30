import type { JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';

const scalarTypes = ['string', 'number', 'integer', 'boolean'];

/** Whether values of the type have no parts: in a strict schema null may stand beside it. */
export function isScalarType(type: string): boolean {
  return scalarTypes.includes(type);
}

/** A strict schema that accepts null as well. */
export function toNullable(schema: Record<string, JsonValue>): Record<string, JsonValue> {
  const { type } = schema;
  if (typeof type === 'string' && isScalarType(type)) {
    return isList(schema.enum)
      ? { ...schema, type: [type, 'null'], enum: [...schema.enum, null] }
      : { ...schema, type: [type, 'null'] };
  }
  const { title, description, ...rest } = schema;
  const notes = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  if (isList(rest.anyOf)) return { ...notes, anyOf: [...rest.anyOf, { type: 'null' }] };
  return { ...notes, anyOf: [rest, { type: 'null' }] };
}
