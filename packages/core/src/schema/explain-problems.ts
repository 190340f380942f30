import { isJsonObject, type JsonObject } from '../contract/json.js';
import { count, describeExpectation, joinOr, shorten } from './expectation.js';
import { narrowUnions } from './narrow-unions.js';
import { nearestWord } from './nearest-word.js';
import { schemasAt } from './normalised-parts.js';
import type { RawProblem } from './raw-problem.js';
import { escapePointer, splitPointer } from './walk-schema.js';

/** One thing that is wrong with a value. */
export interface SchemaProblem {
  /** JSON pointer to what is wrong: of a missing or an unexpected property, to that property. */
  readonly pointer: string;
  /** What is wrong, without the place: `expected an integer or null, but "five" came`. */
  readonly message: string;
}

const MOST_NAMES = 10;

/** A long list of wrong items has as many problems; nobody reads them all. */
const MOST_PROBLEMS = 1_000;

/** Keywords that say what kind of value is expected: several at one place are alternatives. */
const kinds: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

/** Says what is wrong, one entry for each place. `root` is the normalised schema. */
export function explainProblems(raw: readonly RawProblem[], root: JsonObject): readonly SchemaProblem[] {
  const byPlace = new Map<string, RawProblem[]>();
  const narrowed = narrowUnions(cut(raw), root);
  const searched = new Set(narrowed.map(({ keyword, schema }) => (keyword === 'contains' ? schema : undefined)));
  for (const problem of narrowed) {
    // These say that something inside does not fit, which is told itself, or that no item does.
    if (problem.keyword === 'if' || problem.keyword === 'propertyNames') continue;
    if (isJsonObject(problem.parentSchema) && searched.has(problem.parentSchema)) continue;
    const pointer = placeOf(problem);
    const others = byPlace.get(pointer);
    if (others) others.push(problem);
    else byPlace.set(pointer, [problem]);
  }
  return [...byPlace].map(([pointer, problems]) => ({ pointer, message: describe(pointer, problems, root) }));
}

/** The first problems; not those of half of the alternatives at a place. */
function cut(raw: readonly RawProblem[]): readonly RawProblem[] {
  let end = MOST_PROBLEMS;
  const last = raw[end - 1];
  if (last === undefined) return raw;
  for (const [at, { keyword, instancePath }] of raw.slice(0, 2 * MOST_PROBLEMS).entries()) {
    const isAround = keyword.endsWith('Of') && last.instancePath.startsWith(instancePath);
    if (at > end && isAround) end = at + 1;
  }
  return raw.slice(0, end);
}

function placeOf({ instancePath, keyword, params, propertyName }: RawProblem): string {
  const name =
    propertyName ??
    (keyword === 'required' || keyword.startsWith('dependen') ? params.missingProperty : undefined) ??
    params.additionalProperty ??
    params.unevaluatedProperty;
  return typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath;
}

function describe(pointer: string, problems: readonly RawProblem[], root: JsonObject): string {
  const [first] = problems;
  if (first === undefined) return '';
  const { params, data } = first;
  if (first.propertyName !== undefined) {
    return `its name does not fit: expected ${describeExpectation(first.keyword, params, first.schema)}`;
  }
  const steps = splitPointer(pointer);
  switch (first.keyword) {
    case 'required':
      return `missing, expected ${describeDeclared(schemasAt(root, steps))}`;
    case 'dependentRequired':
    case 'dependencies':
      return `missing, but needed together with ${JSON.stringify(params.property)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return describeUnexpected(steps.at(-1) ?? '', schemasAt(root, steps.slice(0, -1)));
    case 'false schema':
      return 'not allowed here';
    default:
      return `expected ${describeExpected(problems)}, but ${describeCame(first.keyword, data)} came`;
  }
}

function describeExpected(problems: readonly RawProblem[]): string {
  const ofKind = problems.filter(({ keyword }) => kinds.has(keyword));
  const told = ofKind.length > 0 ? ofKind : problems;
  // An enumeration says more than the type beside it.
  const precise = told.filter(
    (problem) =>
      problem.keyword !== 'type' || told.every((p) => p.keyword === 'type' || p.parentSchema !== problem.parentSchema),
  );
  const texts = precise.map(({ keyword, params, schema }) => describeExpectation(keyword, params, schema));
  return ofKind.length > 0 ? joinOr(texts) : [...new Set(texts)].join(' and ');
}

function describeCame(keyword: string, data: unknown): string {
  if (keyword.endsWith('Length') && typeof data === 'string') return count([...data].length, 'character');
  if (/items$/i.test(keyword) && keyword !== 'uniqueItems' && Array.isArray(data)) return count(data.length, 'item');
  if (keyword.endsWith('Properties') && isJsonObject(data)) return count(Object.keys(data).length, 'property');
  return shorten(data);
}

/** What a property that is not there would have to be. */
function describeDeclared(schemas: ReadonlySet<JsonObject>): string {
  const texts: string[] = [];
  for (const schema of schemas) {
    if (Array.isArray(schema.enum)) texts.push(describeExpectation('enum', { allowedValues: schema.enum }, undefined));
    else if (schema.const !== undefined) texts.push(shorten(schema.const));
    else if (schema.type !== undefined) texts.push(describeExpectation('type', { type: schema.type }, undefined));
  }
  return texts.length === 0 ? 'a value' : joinOr(texts);
}

function describeUnexpected(name: string, schemas: ReadonlySet<JsonObject>): string {
  const known = new Set<string>();
  for (const { properties } of schemas) {
    if (isJsonObject(properties)) for (const property of Object.keys(properties)) known.add(property);
  }
  if (known.size === 0) return 'not a known property, and none is allowed here';
  const nearest = nearestWord(name, known);
  if (nearest !== undefined) return `not a known property, did you mean ${JSON.stringify(nearest)}?`;
  const names = [...known].slice(0, MOST_NAMES).map((property) => JSON.stringify(property));
  const more = known.size > MOST_NAMES ? ` and ${known.size - MOST_NAMES} more` : '';
  return `not a known property (known are ${names.join(', ')}${more})`;
}
