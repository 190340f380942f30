import type { JsonValue } from '../contract/json.js';

/** The types that a setting can have. */
export type SettingsType = 'string' | 'number' | 'integer' | 'boolean' | 'array';

/** What a value has to be. */
export interface SettingsRule {
  readonly type: SettingsType;
  readonly enum?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of an array: what each of its values has to be. */
  readonly items?: SettingsRule;
}

const typeNames: Readonly<Record<SettingsType, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/**
 * What is wrong with a value, as the rest of a sentence that begins with the field's name; nothing when it
 * fits. Never says the value itself: it may be a secret.
 */
export function findValueProblem(rule: SettingsRule, value: unknown): string | undefined {
  if (!hasType(rule.type, value)) {
    // A list is what people write in most ways.
    const example = rule.type === 'array' ? ' such as ["a", "b"]' : '';
    return `has to be ${typeNames[rule.type]}${example}, but is ${nameType(value)}`;
  }
  if (rule.enum && !rule.enum.includes(value as JsonValue)) {
    return `has to be one of ${rule.enum.map((choice) => JSON.stringify(choice)).join(', ')}`;
  }
  if (typeof value === 'number') {
    if (rule.minimum !== undefined && value < rule.minimum) return `has to be ${rule.minimum} or more`;
    if (rule.maximum !== undefined && value > rule.maximum) return `has to be ${rule.maximum} or less`;
  }
  if (typeof value === 'string' && (rule.minLength !== undefined || rule.maxLength !== undefined)) {
    const length = countCodePoints(value);
    if (rule.minLength !== undefined && length < rule.minLength) return `needs ${rule.minLength} characters or more`;
    if (rule.maxLength !== undefined && length > rule.maxLength) return `may have ${rule.maxLength} characters at most`;
  }
  return Array.isArray(value) ? findListProblem(rule, value) : undefined;
}

/** Blank: counts as missing, and hides what lower layers say (contract 9.1). */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** A value of a field as one can keep it: lists are copied and frozen; their entries are plain values. */
export function copyValue(value: JsonValue): JsonValue {
  return Array.isArray(value) ? Object.freeze([...value]) : value;
}

function findListProblem(rule: SettingsRule, list: readonly unknown[]): string | undefined {
  if (rule.minItems !== undefined && list.length < rule.minItems) return `needs ${rule.minItems} entries or more`;
  if (rule.maxItems !== undefined && list.length > rule.maxItems) return `may have ${rule.maxItems} entries at most`;
  for (let index = 0; rule.items && index < list.length; index += 1) {
    const problem = findValueProblem(rule.items, list[index]);
    if (problem !== undefined) return `has a wrong entry: number ${index + 1} ${problem}`;
  }
  return undefined;
}

function hasType(type: SettingsType, value: unknown): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function nameType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return typeNames.array;
  if (typeof value === 'number' && !Number.isInteger(value))
    return Number.isFinite(value) ? 'a fraction' : String(value);
  if (typeof value === 'string') return typeNames.string;
  if (typeof value === 'number') return typeNames.number;
  if (typeof value === 'boolean') return typeNames.boolean;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
