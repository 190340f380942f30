import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { resolveNormalised, SAME_VALUE_KEYWORDS } from './normalised-parts.js';
import type { RawProblem } from './raw-problem.js';
import { isList } from './walk-schema.js';

/*
 * A value that fits no alternative of an `anyOf` or `oneOf` has the problems of all of them, most of which are
 * about alternatives that were never meant. An alternative was not meant when the value is of another type, or
 * when a property that names the kind (by `const` or `enum`) names another kind. What remains is told.
 */

const kindKeywords: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

/** Leaves out the problems of alternatives that were not meant. `root` is what references in schemas lead into. */
export function narrowUnions(problems: readonly RawProblem[], root: JsonObject): readonly RawProblem[] {
  let kept = problems;
  // The compiler reports a union right after the problems of its alternatives, so inner ones come first.
  for (const union of problems) {
    if ((union.keyword === 'anyOf' || union.keyword === 'oneOf') && isList(union.schema)) {
      const told = new Set(narrowUnion(union, union.schema, kept, root));
      kept = kept.filter((problem) => told.has(problem));
    }
  }
  return kept;
}

interface Alternative {
  readonly problems: readonly RawProblem[];
  /** Of another type than the value. */
  readonly isOtherType: boolean;
  /** Of the value's type, but named otherwise. */
  readonly isOtherKind: boolean;
}

function narrowUnion(
  union: RawProblem,
  schemas: readonly JsonValue[],
  problems: readonly RawProblem[],
  root: JsonObject,
): readonly RawProblem[] {
  const index = problems.indexOf(union);
  const place = union.instancePath;
  const isInside = (problem: RawProblem, at: number): boolean =>
    at < index && (problem.instancePath === place || problem.instancePath.startsWith(`${place}/`));
  const inside = problems.filter(isInside);
  const reaches = schemas.map((schema) => collectParts(schema, root));
  const mine = inside.filter((problem) => reaches.some((reach) => isIn(problem, place, reach)));
  const others = problems.filter((problem) => problem !== union && !mine.includes(problem));
  if (isList(union.params.passingSchemas)) return [...others, union];

  const alternatives = reaches.map((reach): Alternative => {
    const own = mine.filter((problem) => isIn(problem, place, reach));
    const isOtherType = own.some((problem) => problem.instancePath === place && kindKeywords.has(problem.keyword));
    const isNaming = (problem: RawProblem): boolean =>
      (problem.keyword === 'const' || problem.keyword === 'enum') && isChild(problem.instancePath, place);
    return { problems: own, isOtherType, isOtherKind: !isOtherType && own.some(isNaming) };
  });

  const meant = alternatives.filter(({ isOtherType, isOtherKind }) => !isOtherType && !isOtherKind);
  if (meant.length > 0) return [...others, ...fewest(meant)];
  const otherKinds = alternatives.filter(({ isOtherKind }) => isOtherKind);
  if (otherKinds.length === 1) return [...others, ...fewest(otherKinds)];
  if (otherKinds.length > 1) {
    const naming = otherKinds.flatMap(({ problems: own }) =>
      own.filter((p) => isChild(p.instancePath, place) && kindKeywords.has(p.keyword)),
    );
    return [...others, ...naming];
  }
  return [...others, ...mine.filter((problem) => problem.instancePath === place && kindKeywords.has(problem.keyword))];
}

function fewest(alternatives: readonly Alternative[]): readonly RawProblem[] {
  return alternatives.reduce((best, next) => (next.problems.length < best.problems.length ? next : best)).problems;
}

function isChild(pointer: string, place: string): boolean {
  return pointer.startsWith(`${place}/`) && !pointer.slice(place.length + 1).includes('/');
}

interface Parts {
  /** Schemas that judge the value itself or one of its properties. */
  readonly near: ReadonlySet<unknown>;
  /** All schemas inside. */
  readonly all: ReadonlySet<unknown>;
}

function isIn(problem: RawProblem, place: string, parts: Parts): boolean {
  const isNear = problem.instancePath === place || isChild(problem.instancePath, place);
  return (isNear ? parts.near : parts.all).has(problem.parentSchema);
}

function collectParts(schema: JsonValue, root: JsonObject): Parts {
  const near = new Set<unknown>();
  const all = new Set<unknown>();
  collect(schema, root, near, 0);
  collect(schema, root, all, Number.NEGATIVE_INFINITY);
  return { near, all };
}

const sameValue: ReadonlySet<string> = new Set([...SAME_VALUE_KEYWORDS, 'not']);

/** Adds the schemas inside `value` that look at most one level into the instance, if `depth` begins at 0. */
function collect(value: JsonValue, root: JsonObject, found: Set<unknown>, depth: number): void {
  if (depth > 1 || !isJsonObject(value) || found.has(value)) return;
  found.add(value);
  for (const keyword of Object.keys(value)) {
    const inner = value[keyword] ?? null;
    if (keyword === '$ref') collect(resolveNormalised(value, root), root, found, depth);
    if (keyword === 'enum' || keyword === 'const' || keyword === '$defs') continue;
    const next = sameValue.has(keyword) ? depth : depth + 1;
    collect(inner, root, found, next);
    if (isList(inner)) for (const part of inner) collect(part, root, found, next);
    else if (isJsonObject(inner)) for (const part of Object.values(inner)) collect(part, root, found, next);
  }
}
