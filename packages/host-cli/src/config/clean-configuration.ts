import schema from './config.schema.json' with { type: 'json' };
import type { ConfigurationFile } from './configuration.js';
import type { ValidationError } from './generated/config.js';
import { findErrors } from './generated/config.js';
import { joinPointer } from './json-source.js';
import { findNearest } from './nearest.js';

/** Longer keys are no slip of one that there is. */
const maximumKey = 64;

/** Something that was left out of a configuration. */
export interface LeftOut {
  /** JSON pointer to what is wrong. */
  readonly pointer: string;
  /** What is wrong, what was expected, and what is left out. */
  readonly message: string;
}

/** A configuration without what is wrong in it. */
export interface CleanConfiguration {
  /** Undefined: the whole is not an object, or it is so large that only the first thing that is wrong is known. */
  readonly file: ConfigurationFile | undefined;
  readonly leftOut: readonly LeftOut[];
  /** Original index of each companion that is left in, in order. */
  readonly companionIndexes: readonly number[];
}

/** Takes out of `value` what the schema does not allow: keys, values, or the entry of a list they belong to. */
export function cleanConfiguration(value: unknown): CleanConfiguration {
  const { errors, areAll } = findErrors(value);
  if (errors.length === 0) {
    const file = value as ConfigurationFile; // the schema says so
    return { file, leftOut: [], companionIndexes: [...(file.companions ?? []).keys()] };
  }
  const leftOut = new Map<string, LeftOut>();
  const dropped = new Set<string>();
  for (const error of errors) {
    // Says the same of a key as the error of `propertyNames` itself, but not which key.
    if (error.schemaPath.includes('/propertyNames/')) continue;
    const pointer = toPointer(error);
    const unit = toUnit(pointer, error);
    // One line for each thing left out: the first error says enough.
    if (dropped.has(unit)) continue;
    dropped.add(unit);
    const loss = areAll ? describeLoss(pointer, unit) : 'the file is too large to leave out parts of it, so correct it';
    leftOut.set(unit, { pointer, message: `${describe(error, readPointer(value, pointer))}; ${loss}.` });
  }
  for (const unit of dropped) {
    // What lies inside something left out needs no line of its own.
    if (liesInside(unit, dropped)) leftOut.delete(unit);
  }
  if (!areAll || dropped.has('')) return { file: undefined, leftOut: [...leftOut.values()], companionIndexes: [] };
  const file = copyWithout(value, '', dropped) as ConfigurationFile; // what the schema refuses is out
  return { file, leftOut: [...leftOut.values()], companionIndexes: listKept(value, dropped) };
}

function liesInside(pointer: string, dropped: ReadonlySet<string>): boolean {
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (dropped.has(pointer.slice(0, end))) return true;
  }
  return false;
}

function toPointer(error: ValidationError): string {
  const key = error.params.additionalProperty ?? error.params.propertyName;
  return typeof key === 'string' ? joinPointer(error.instancePath, key) : error.instancePath;
}

/** What goes: half an entry of a list could mean something else than was meant, so the entry goes as a whole. */
function toUnit(pointer: string, error: ValidationError): string {
  if (error.keyword === 'additionalProperties') return pointer;
  return /^\/(?:companions|exposeAs)\/\d+(?=\/)/.exec(pointer)?.[0] ?? pointer;
}

function describeLoss(pointer: string, unit: string): string {
  if (unit === '') return 'the whole file has to be one object, as in { "companions": [] }';
  return pointer === unit ? 'it is left out' : `the entry ${unit} is left out`;
}

function describe(error: ValidationError, value: unknown): string {
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const nearest = key.length > maximumKey ? undefined : findNearest(key, listKnownKeys(error.instancePath));
      return `there is no key ${nameOf(key)}${nearest === undefined ? '' : ` (did you mean "${nearest}"?)`}`;
    }
    case 'required':
      return `the key ${JSON.stringify(params.missingProperty)} is missing`;
    case 'type':
      return `expected ${toList(params.type)}, found ${nameOf(value)}`;
    case 'pattern':
      return `expected ${describePattern(error.instancePath)}, found ${nameOf(value)}`;
    case 'minLength':
      return `expected text that is not empty, found ${nameOf(value)}`;
    case 'minimum':
      return `expected ${params.limit} or more, found ${nameOf(value)}`;
    case 'maximum':
      return `expected ${params.limit} or less, found ${nameOf(value)}`;
    case 'enum':
      return `expected ${toChoices(params.allowedValues)}, found ${nameOf(value)}`;
    case 'propertyNames':
      return 'expected the name of a tool as the key';
    default:
      return `it ${error.message ?? 'is not allowed'}, found ${nameOf(value)}`;
  }
}

function describePattern(pointer: string): string {
  if (pointer.startsWith('/companions')) return 'the name of a package';
  if (pointer === '/server/publicUrl') return 'an http or https address without a path, as https://tools.example.org';
  return 'the name of a tool';
}

function toChoices(values: unknown): string {
  const texts = Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
  return `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function toList(type: unknown): string {
  return (Array.isArray(type) ? type : String(type).split(','))
    .map((name) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`))
    .join(' or ');
}

/** Short, and never the inside of an object: that may be a secret. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

function listKnownKeys(pointer: string): readonly string[] {
  let node: SchemaNode | undefined = schema as { readonly properties: Readonly<Record<string, object>> }; // as imported, each level has a type of its own
  for (const part of pointer.split('/').slice(1)) node = /^\d+$/.test(part) ? node?.items : node?.properties?.[part];
  return Object.keys(node?.properties ?? {});
}

function readPointer(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    current = typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined;
  }
  return current;
}

function copyWithout(value: unknown, pointer: string, dropped: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => !dropped.has(joinPointer(pointer, key)))
    .map(([key, inner]) => [key, copyWithout(inner, joinPointer(pointer, key), dropped)] as const);
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}

function listKept(value: unknown, dropped: ReadonlySet<string>): readonly number[] {
  const companions = dropped.has('/companions') ? undefined : readPointer(value, '/companions');
  if (!Array.isArray(companions)) return [];
  return [...companions.keys()].filter((index) => !dropped.has(`/companions/${index}`));
}
