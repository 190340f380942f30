import type { JsonValue } from '../contract/json.js';

const LONGEST_VALUE = 60;
const MOST_CHOICES = 12;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const plurals: Readonly<Record<string, string>> = { Length: 'character', Items: 'item', Properties: 'property' };

type Params = Readonly<Record<string, unknown>>;

/** What a keyword expects of a value, as the object of "expected …". */
export function describeExpectation(keyword: string, params: Params, schema: unknown): string {
  const { limit } = params;
  switch (keyword) {
    case 'type':
      return joinOr(listOf(params.type).map((type) => typeNames[String(type)] ?? String(type)));
    case 'enum':
      return describeChoices(listOf(params.allowedValues));
    case 'const':
      return shorten(params.allowedValue);
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'exclusiveMinimum':
      return `more than ${limit}`;
    case 'exclusiveMaximum':
      return `less than ${limit}`;
    case 'multipleOf':
      return `a multiple of ${params.multipleOf}`;
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return `at least ${count(Number(limit), plurals[keyword.slice(3)])}`;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `at most ${count(Number(limit), plurals[keyword.slice(3)])}`;
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return `at most ${count(Number(params.limit ?? params.len), 'item')}`;
    case 'pattern':
      return `text that matches ${shorten(schema)}`;
    case 'uniqueItems':
      return `no item twice (items ${params.i} and ${params.j} are equal)`;
    case 'contains':
      return describeContains(params);
    case 'oneOf':
      return listOf(params.passingSchemas).length > 0
        ? 'a value that fits one alternative alone, and it fits several'
        : 'one of the alternatives of the schema';
    case 'anyOf':
      return 'one of the alternatives of the schema';
    case 'not':
      return 'another value: the schema excludes this one';
    case 'false schema':
      return 'nothing';
    default:
      return `a value that fits "${keyword}" of the schema`;
  }
}

function describeContains({ minContains, maxContains }: Params): string {
  const least = `at least ${count(Number(minContains ?? 1), 'item')}`;
  return `${maxContains === undefined ? least : `${least} and at most ${maxContains}`} of the kind that "contains" asks for`;
}

function describeChoices(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_CHOICES).map(shorten);
  const left = values.length - shown.length;
  if (left > 0) return `one of ${shown.join(', ')} or ${left} more`;
  return shown.length === 1 ? (shown[0] ?? '') : `one of ${shown.join(', ')}`;
}

/** A value as JSON, cut where it gets long. */
export function shorten(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST_VALUE + 1)) : jsonOf(value);
  if (text.length <= LONGEST_VALUE) return text;
  const kind = Array.isArray(value) ? ` (${count(value.length, 'item')})` : '';
  return `${text.slice(0, LONGEST_VALUE - 1)}…${typeof value === 'string' ? '"' : kind}`;
}

function jsonOf(value: unknown): string {
  return value === undefined ? 'nothing' : (JSON.stringify(value as JsonValue) ?? 'nothing');
}

/** "a", "a or b", "a, b or c", each once. */
export function joinOr(parts: readonly string[]): string {
  const different = [...new Set(parts)];
  const last = different.pop() ?? 'nothing';
  return different.length === 0 ? last : `${different.join(', ')} or ${last}`;
}

/** A number of things. */
export function count(number: number, noun = 'item'): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
