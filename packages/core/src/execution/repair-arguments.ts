import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import type { CompiledSchema } from '../schema/compile-schema.js';
import { schemasAt } from '../schema/normalised-parts.js';
import type { RawProblem } from '../schema/raw-problem.js';
import { splitPointer } from '../schema/walk-schema.js';
import type { ArgumentRepair } from '../store/traces.js';
import { copyArguments } from './copy-arguments.js';
import { parseSpelled } from './parse-json-text.js';

/** Arguments that fit, and what was changed to make them. */
export interface RepairedArguments {
  readonly args: JsonObject;
  readonly repairs: readonly ArgumentRepair[];
}

/** One change that may make arguments fit. */
interface Change extends ArgumentRepair {
  readonly steps: readonly string[];
  /** What takes the place; nothing where the property is removed. */
  readonly value: JsonValue | undefined;
}

/** Up to this many changes, all combinations are tried when the whole of them does not fit. */
const FEW_CHANGES = 5;

/** Arguments that are wrong in more places are not repaired. */
const MOST_CHANGES = 5_000;

/**
 * Tries to make arguments fit that did not, in one round and only where validation named a place: a `null` for
 * an optional property is removed, and a string is replaced by the JSON that it spells where another type was
 * expected (contract 6.2). Nothing is kept unless the whole then fits. What is given is not changed.
 */
export function repairArguments(
  compiled: CompiledSchema,
  args: JsonObject,
  problems: readonly RawProblem[],
): RepairedArguments | undefined {
  const changes = findChanges(compiled.schema, args, problems);
  if (changes.length === 0) return undefined;
  for (const some of combinations(changes)) {
    const candidate = applyChanges(args, some);
    if (compiled.validate(candidate)) {
      return { args: candidate, repairs: some.map(({ pointer, kind }) => ({ pointer, kind })) };
    }
  }
  return undefined;
}

/** All changes; then fewer, since alternatives of a schema may ask for different ones. */
function* combinations(changes: readonly Change[]): Generator<readonly Change[]> {
  yield changes;
  if (changes.length > FEW_CHANGES) return;
  const subsets = Array.from({ length: 2 ** changes.length - 2 }, (_, index) =>
    changes.filter((_change, at) => ((index + 1) >> at) & 1),
  );
  yield* subsets.sort((a, b) => a.length - b.length);
}

function findChanges(schema: JsonObject, args: JsonObject, problems: readonly RawProblem[]): readonly Change[] {
  const changes: Change[] = [];
  for (const [pointer, atPlace] of groupByPlace(problems)) {
    if (changes.length === MOST_CHANGES) return [];
    const data = atPlace[0]?.data;
    const steps = splitPointer(pointer);
    if (data === null && isDeclared(schema, args, steps)) {
      changes.push({ kind: 'null-removed', pointer, steps, value: undefined });
    } else if (typeof data === 'string') {
      const value = parseSpelled(data);
      if (value === undefined || typeof value === 'string') continue;
      if (atPlace.some((problem) => isExpected(value, problem))) {
        changes.push({ kind: 'json-parsed', pointer, steps, value });
      }
    }
  }
  return changes;
}

/**
 * The places inside the arguments whose value is not of a type, or none of the values, that the schema or one
 * of its alternatives expects; where it is null, those that it refuses in any way.
 */
function groupByPlace(problems: readonly RawProblem[]): ReadonlyMap<string, readonly RawProblem[]> {
  const places = new Map<string, RawProblem[]>();
  for (const problem of problems) {
    const { keyword, instancePath, propertyName } = problem;
    if (instancePath === '' || propertyName !== undefined) continue;
    if (problem.data !== null && keyword !== 'type' && keyword !== 'enum' && keyword !== 'const') continue;
    const known = places.get(instancePath);
    if (known) known.push(problem);
    else places.set(instancePath, [problem]);
  }
  return places;
}

function isExpected(value: JsonValue, { keyword, params }: RawProblem): boolean {
  switch (keyword) {
    case 'type':
      return [params.type].flat().some((type) => isOfType(value, type));
    case 'enum':
      return Array.isArray(params.allowedValues) && params.allowedValues.some((one) => isDeepStrictEqual(one, value));
    default:
      return isDeepStrictEqual(params.allowedValue, value);
  }
}

function isOfType(value: JsonValue, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  return type === typeof value || (type === 'integer' && Number.isInteger(value));
}

/**
 * Whether the schema, in any of its alternatives, knows a property by its name: then it may be left out, unless
 * it is required, which validation says. An entry of a map is there because somebody put it there.
 */
function isDeclared(schema: JsonObject, args: JsonObject, steps: readonly string[]): boolean {
  const name = steps.at(-1) ?? '';
  const outer = steps.slice(0, -1);
  if (!isJsonObject(valueAt(args, outer))) return false;
  for (const { properties } of schemasAt(schema, outer)) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) return true;
  }
  return false;
}

function applyChanges(args: JsonObject, changes: readonly Change[]): JsonObject {
  const copy = copyArguments(args);
  for (const { steps, value } of changes) {
    const holder = valueAt(copy, steps.slice(0, -1)) as Record<string, JsonValue>; // a copy of what was judged
    const name = steps.at(-1) ?? '';
    if (value === undefined) delete holder[name];
    else holder[name] = value;
  }
  return copy;
}

function valueAt(args: JsonObject, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = args;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}
