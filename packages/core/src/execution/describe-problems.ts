import type { JsonValue } from '../contract/json.js';
import type { SchemaProblem } from '../schema/explain-problems.js';
import { splitPointer } from '../schema/walk-schema.js';
import { readablePath } from './copy-arguments.js';

/** How many fields a message names (contract 6.3). */
export const MOST_FIELDS = 10;

/**
 * What is wrong with arguments, for the model: each field with what was expected and what came, ten at most.
 * Follows "Invalid arguments: ".
 */
export function describeProblems(problems: readonly SchemaProblem[], args: JsonValue): string {
  const lines = problems.slice(0, MOST_FIELDS).map(({ pointer, message }) => {
    const path = describePlace(pointer, args);
    return path === '' ? message : `${path}: ${message}`;
  });
  const left = problems.length - lines.length;
  if (left > 0) lines.push(`and ${left} more`);
  return lines.length === 1 ? (lines[0] ?? '') : lines.map((line) => `\n- ${line}`).join('');
}

/** A JSON pointer as people write it; empty for the whole. */
function describePlace(pointer: string, args: JsonValue): string {
  let value: unknown = args;
  const steps = splitPointer(pointer).map((step) => {
    const isPosition = Array.isArray(value);
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
    return isPosition ? Number(step) : step;
  });
  return readablePath(steps);
}
