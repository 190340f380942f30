import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import { keepRootForReferences } from './fold-root.js';
import type { ModernSchema } from './modern-schema.js';

/** Names of properties at the root that Anthropic takes. */
const LEGAL = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Keywords that judge a property by its name, or the root in a way that names it: they cannot follow a new name. */
const BOUND_TO_NAMES = [
  'patternProperties',
  'propertyNames',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'unevaluatedProperties',
];

/** A root with legal names only. */
export interface RenamedRoot {
  readonly root: JsonObject;
  readonly isWidened: boolean;
  /** The tool's own name by the one that is sent. */
  readonly ownNames: ReadonlyMap<string, string>;
}

/** Renames properties of the root that Anthropic would refuse (contract 8.5). The new names are a pure function. */
export function renameRoot(modern: ModernSchema): RenamedRoot {
  const { properties } = modern.root;
  const illegal = isJsonObject(properties) ? Object.keys(properties).filter((name) => !LEGAL.test(name)) : [];
  if (illegal.length === 0) return { root: modern.root, isWidened: false, ownNames: new Map() };
  const root: Record<string, JsonValue> = { ...keepRootForReferences(modern) };
  modern.pointers.set(root, '');
  const own = isJsonObject(root.properties) ? root.properties : {};
  const taken = new Set(Object.keys(own));
  const newNames = new Map<string, string>();
  for (const name of illegal) {
    const sent = toLegalName(name, taken);
    taken.add(sent);
    newNames.set(name, sent);
    modern.remarks.add(
      'property-renamed',
      `/properties/${escapePointer(name)}`,
      `Anthropic takes letters, digits, "_", "." and "-" in names of properties, 64 at most: it is sent as "${sent}" and mapped back.`,
    );
  }
  const rename = (name: JsonValue): JsonValue => (typeof name === 'string' ? (newNames.get(name) ?? name) : name);
  root.properties = Object.fromEntries(Object.entries(own).map(([name, schema]) => [String(rename(name)), schema]));
  if (isList(root.required)) root.required = root.required.map(rename);
  if (isJsonObject(root.dependentRequired)) {
    root.dependentRequired = Object.fromEntries(
      Object.entries(root.dependentRequired).map(([name, names]) => [
        String(rename(name)),
        isList(names) ? names.map(rename) : names,
      ]),
    );
  }
  const bound = BOUND_TO_NAMES.filter((keyword) => root[keyword] !== undefined);
  // Without the patterns, what they allow would count as additional.
  if (bound.includes('patternProperties') && root.additionalProperties !== undefined)
    bound.push('additionalProperties');
  for (const keyword of bound) {
    delete root[keyword];
    modern.remarks.add(
      'root-keyword-dropped',
      `/${keyword}`,
      `"${keyword}" would have to know the names that are sent instead: it is left out, and the host checks it itself.`,
    );
  }
  return {
    root,
    isWidened: bound.length > 0,
    ownNames: new Map([...newNames].map(([name, sent]) => [sent, name])),
  };
}

function toLegalName(name: string, taken: ReadonlySet<string>): string {
  const hash = createHash('sha256').update(name).digest('hex');
  const legal = name.replace(/[^a-zA-Z0-9_.-]/g, '_').slice(0, 55);
  for (let length = 8; ; length += 1) {
    const sent = `${legal.slice(0, 63 - length)}_${hash.slice(0, length)}`;
    if (!taken.has(sent) || length === 62) return sent;
  }
}

/** Arguments with the tool's own names. */
export function restoreNames(args: JsonValue, ownNames: ReadonlyMap<string, string>): JsonValue {
  if (ownNames.size === 0 || !isJsonObject(args)) return args;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [ownNames.get(name) ?? name, value]));
}
