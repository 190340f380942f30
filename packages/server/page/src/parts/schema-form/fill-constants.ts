import { isRecord, type Schema } from './schema-parts.js';

/** The value with the constants that a branch requires. */
export function fillConstants(branch: unknown, value: unknown): unknown {
  if (!isRecord(branch) || !isRecord(branch.properties) || !(value === undefined || isRecord(value))) return value;
  const required: readonly unknown[] = Array.isArray(branch.required) ? branch.required : [];
  const constants = Object.entries(branch.properties as Schema).flatMap(([name, property]) =>
    isRecord(property) && property.const !== undefined && required.includes(name) ? [[name, property.const]] : [],
  );
  return constants.length === 0 ? value : { ...value, ...Object.fromEntries(constants) };
}
