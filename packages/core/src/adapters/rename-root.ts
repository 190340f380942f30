import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer, isList } from '../schema/walk-schema.js';
import { keepRootForReferences } from './fold-root.js';
import type { ModernSchema } from './modern-schema.js';
import { ANTHROPIC_NAMES, toLegalName } from './replaced-names.js';

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
  const illegal = isJsonObject(properties)
    ? Object.keys(properties).filter((name) => !ANTHROPIC_NAMES.legal.test(name))
    : [];
  if (illegal.length === 0) return { root: modern.root, isWidened: false, ownNames: new Map() };
  const root: Record<string, JsonValue> = { ...keepRootForReferences(modern) };
  modern.pointers.set(root, '');
  const own = isJsonObject(root.properties) ? root.properties : {};
  const taken = new Set(Object.keys(own));
  const newNames = new Map<string, string>();
  for (const name of illegal) {
    const sent = toLegalName(name, taken, ANTHROPIC_NAMES);
    taken.add(sent);
    newNames.set(name, sent);
    modern.remarks.add(
      'property-renamed',
      `/properties/${escapePointer(name)}`,
      `${ANTHROPIC_NAMES.description}: it is sent as "${sent}" and mapped back.`,
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
