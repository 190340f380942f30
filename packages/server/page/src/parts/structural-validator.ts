/*
 * What chooses the branch of a form that a value belongs to. It looks at shape alone; whether a value is right the server
 * says. Nothing is compiled, because the page's policy forbids it.
 */
import { isRecord, resolvePointer, type Schema, schemasIn, typesOf } from './schema-form/schema-parts.js';

/** Values are nested at most so deep where branches are chosen. */
const deepest = 12;

/** As the form's library wants it: it finds no errors. */
export const structuralValidator = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: (schema: object, value: unknown, root: object): boolean => hasShape(schema as Schema, value, root as Schema),
};

/** Whether a value has the shape that a schema describes. */
export function hasShape(schema: unknown, value: unknown, root: Schema, depth = 0): boolean {
  if (schema === false) return false;
  if (!isRecord(schema) || depth > deepest) return true;
  const inner = (part: unknown, of: unknown = value): boolean => hasShape(part, of, root, depth + 1);
  if (typeof schema.$ref === 'string' && !inner(resolvePointer(root, schema.$ref))) return false;
  if (!fitsType(schema, value)) return false;
  if ('const' in schema && !isSame(schema.const, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.some((entry) => isSame(entry, value))) return false;
  if (!schemasIn(schema.allOf).every((part) => inner(part))) return false;
  if (Array.isArray(schema.anyOf) && !schema.anyOf.some((part) => inner(part))) return false;
  if (Array.isArray(schema.oneOf) && !schema.oneOf.some((part) => inner(part))) return false;
  if (schema.not !== undefined && inner(schema.not)) return false;
  if (schema.if !== undefined && !inner(inner(schema.if) ? schema.then : schema.else)) return false;
  if (isRecord(value)) return fitsProperties(schema, value, inner);
  if (Array.isArray(value) && isRecord(schema.items)) return value.every((entry) => inner(schema.items, entry));
  return true;
}

function fitsProperties(
  { properties, required, additionalProperties }: Schema,
  value: Readonly<Record<string, unknown>>,
  inner: (part: unknown, of: unknown) => boolean,
): boolean {
  if (Array.isArray(required) && required.some((name) => typeof name === 'string' && value[name] === undefined)) {
    return false;
  }
  const known = isRecord(properties) ? properties : {};
  return Object.entries(value).every(([name, entry]) => {
    if (entry === undefined) return true;
    if (Object.hasOwn(known, name)) return inner(known[name], entry);
    return additionalProperties !== false;
  });
}

function fitsType(schema: Schema, value: unknown): boolean {
  if (schema.type === undefined || value === undefined) return true;
  if (value === null) return schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'));
  return typesOf(schema).some((type) => isOfType(type, value));
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
