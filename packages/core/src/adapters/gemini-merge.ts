import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { isSameJson } from '../schema/is-same-json.js';
import { NOTES } from '../schema/keywords.js';
import { isList } from '../schema/walk-schema.js';
import { acceptsAnything, resolveAlone } from './schema-parts.js';

/** A schema without `allOf`. */
export interface MergedSchema {
  readonly schema: JsonObject;
  /** The parts that went into it. */
  readonly parts: readonly JsonObject[];
}

/** What a merge has to know. */
export interface MergeContext {
  readonly root: JsonObject;
  /** Parts that are being written: what leads back to them is left out. */
  readonly open: ReadonlySet<JsonValue>;
  /** Told what could not be said together with the rest. */
  readonly drop: (keyword: string) => void;
}

/** All parts of an `allOf` at once; where two speak of the same thing differently, the first counts. */
export function mergeAllOf(schema: JsonObject, { root, open, drop }: MergeContext): MergedSchema {
  if (!isList(schema.allOf)) return { schema, parts: [] };
  const { allOf, ...merged } = schema as Record<string, JsonValue>;
  const properties = new Map(isJsonObject(merged.properties) ? Object.entries(merged.properties) : []);
  const required = new Set(isList(merged.required) ? merged.required : []);
  const parts = new Set<JsonObject>();
  const waiting: JsonValue[] = isList(allOf) ? [...allOf] : [];
  for (const part of waiting) {
    const target = resolveAlone(root, part);
    if (acceptsAnything(target)) continue;
    if (!isJsonObject(target) || target.$ref !== undefined || open.has(target)) {
      drop('allOf');
      continue;
    }
    if (parts.has(target)) continue;
    parts.add(target);
    if (isList(target.allOf)) waiting.push(...target.allOf);
    for (const keyword of Object.keys(target)) {
      const value = target[keyword] ?? null;
      if (NOTES.has(keyword) || keyword === '$defs' || keyword === 'allOf') continue;
      if (keyword === 'required' && isList(value)) for (const name of value) required.add(name);
      else if (keyword === 'properties' && isJsonObject(value)) {
        for (const [name, own] of Object.entries(value)) {
          const before = properties.get(name);
          if (before === undefined || acceptsAnything(before)) properties.set(name, own);
          else if (!acceptsAnything(own) && !isSameJson(before, own)) drop('allOf');
        }
      } else if (merged[keyword] === undefined) merged[keyword] = value;
      else if (!isSameJson(merged[keyword], value)) drop(keyword);
    }
  }
  if (properties.size > 0) merged.properties = Object.fromEntries(properties);
  if (required.size > 0) merged.required = [...required];
  return { schema: merged, parts: [...parts] };
}

/** `own` with the notes of `others`; of bounds that both have, those of `own`. */
export function mergeTwo(own: JsonObject, others: JsonObject, drop: (keyword: string) => void): JsonObject {
  const merged: Record<string, JsonValue> = { ...own };
  for (const keyword of Object.keys(others)) {
    if (NOTES.has(keyword) || own[keyword] === undefined) merged[keyword] = others[keyword] ?? null;
    else if (!isSameJson(own[keyword], others[keyword])) drop(keyword);
  }
  return merged;
}
