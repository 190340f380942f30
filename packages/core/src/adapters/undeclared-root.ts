import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isList } from '../schema/walk-schema.js';
import { ROOT_KEYWORDS } from './fold-root.js';
import { isWithoutEffect, KEYWORD_TYPES } from './keyword-types.js';
import { acceptsNothing, resolveAlone } from './schema-parts.js';

/**
 * What a root takes that declares no arguments. `nothing`: none at all. `silent`: it says nothing of them.
 * `undeclared`: some, of which only rules tell. `unfit`: nothing fits it, not even an empty object.
 */
export type UndeclaredArguments = 'nothing' | 'silent' | 'undeclared' | 'unfit';

/** What `root` takes where it declares no arguments; undefined where it declares some. */
export function readUndeclaredRoot(root: JsonObject): UndeclaredArguments | undefined {
  if (!areAllEmpty(root, root.properties)) return undefined;
  if (takesNothing(root)) {
    const isAsking = (isList(root.required) && root.required.length > 0) || Number(root.minProperties ?? 0) > 0;
    return isAsking ? 'unfit' : 'nothing';
  }
  return Object.keys(root).every((keyword) => isSilent(keyword, root[keyword] ?? null)) ? 'silent' : 'undeclared';
}

function areAllEmpty(root: JsonObject, parts: JsonValue | undefined): boolean {
  return !isJsonObject(parts) || Object.values(parts).every((part) => isEmpty(root, part));
}

function isEmpty(root: JsonObject, part: JsonValue | undefined): boolean {
  return part !== undefined && acceptsNothing(resolveAlone(root, part));
}

function takesNothing(root: JsonObject): boolean {
  if (root.maxProperties === 0 || isEmpty(root, root.propertyNames)) return true;
  if (!areAllEmpty(root, root.patternProperties)) return false;
  if (root.additionalProperties !== undefined) return isEmpty(root, root.additionalProperties);
  // What a condition declares is evaluated.
  const isConditional = root.if !== undefined || root.dependentSchemas !== undefined;
  return !isConditional && isEmpty(root, root.unevaluatedProperties);
}

function isSilent(keyword: string, value: JsonValue): boolean {
  if (keyword === 'properties') return true;
  if (keyword === 'required') return isList(value) && value.length === 0;
  if (keyword === 'if' || ROOT_KEYWORDS.includes(keyword)) return false;
  if (KEYWORD_TYPES[keyword] !== 'object') return true;
  // That others are taken is something to say.
  return keyword !== 'unevaluatedProperties' && isWithoutEffect(keyword, value);
}
