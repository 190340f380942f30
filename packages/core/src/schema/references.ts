import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../contract/json.js';
import type { Dialect } from './dialect.js';
import { splitPointer, walkSchema } from './walk-schema.js';

/** What a reference leads to: a schema inside the same document, or one of the dialect's own. */
export type ReferenceTarget =
  | { readonly kind: 'local'; readonly schema: JsonObject | boolean; readonly pointer: string }
  | { readonly kind: 'dialect'; readonly address: string };

/** A reference as it stands in a schema. */
export interface Reference {
  readonly keyword: '$ref' | '$recursiveRef' | '$dynamicRef';
  readonly text: string;
  /** JSON pointer to the schema that holds it. */
  readonly pointer: string;
}

/** Follows the references of one schema. */
export interface References {
  /** The target, or why there is none. */
  resolve(reference: Reference): ReferenceTarget | { readonly reason: string };
}

/** A part of the document with an address of its own. */
interface Resource {
  readonly pointer: string;
  readonly address: string;
  readonly schema: JsonObject;
  readonly anchors: Map<string, ReferenceTarget>;
}

const dialectAddresses: Readonly<Record<Dialect, RegExp>> = {
  'draft-07': /^http:\/\/json-schema\.org\/draft-07\/schema(#|$)/,
  '2019-09': /^https:\/\/json-schema\.org\/draft\/2019-09\/(schema|meta\/[a-z-]+)(#|$)/,
  '2020-12': /^https:\/\/json-schema\.org\/draft\/2020-12\/(schema|meta\/[a-z-]+)(#|$)/,
};

/** The references that stand in `schema` itself. */
export function referencesOf(schema: JsonObject, pointer: string, dialect: Dialect): readonly Reference[] {
  const found: Reference[] = [];
  if (typeof schema.$ref === 'string') found.push({ keyword: '$ref', text: schema.$ref, pointer });
  if (dialect === '2019-09' && typeof schema.$recursiveRef === 'string') {
    found.push({ keyword: '$recursiveRef', text: schema.$recursiveRef, pointer });
  }
  if (dialect === '2020-12' && typeof schema.$dynamicRef === 'string') {
    found.push({ keyword: '$dynamicRef', text: schema.$dynamicRef, pointer });
  }
  return found;
}

/** Reads the addresses and anchors of a document, once for all its references. Nothing is ever fetched. */
export function indexReferences(document: JsonSchema, dialect: Dialect): References {
  const byPointer = new Map<string, Resource>();
  const byAddress = new Map<string, Resource>();
  const dynamic = new Map<string, number>();

  walkSchema(document, dialect, (schema, pointer) => {
    // Draft-07 ignores what stands beside `$ref`.
    const isPlainReference = dialect === 'draft-07' && typeof schema.$ref === 'string';
    const id = !isPlainReference && typeof schema.$id === 'string' ? schema.$id : undefined;
    const isAnchor = dialect === 'draft-07' && id?.startsWith('#');
    if (pointer === '' || (id !== undefined && !isAnchor)) {
      const parent = pointer === '' ? 'loadout:///schema' : ownerOf(pointer).address;
      const address = resolveAddress(id ?? '', parent) ?? parent;
      const resource = { pointer, address, schema, anchors: new Map() };
      byPointer.set(pointer, resource);
      if (!byAddress.has(address)) byAddress.set(address, resource);
    }
    const { anchors } = ownerOf(pointer);
    if (isAnchor) anchors.set(id?.slice(1) ?? '', { kind: 'local', schema, pointer });
    if (dialect === 'draft-07') return;
    for (const name of [schema.$anchor, dialect === '2020-12' ? schema.$dynamicAnchor : undefined]) {
      if (typeof name === 'string') anchors.set(name, { kind: 'local', schema, pointer });
    }
    const dynamicName =
      dialect === '2020-12' ? schema.$dynamicAnchor : schema.$recursiveAnchor === true ? '' : undefined;
    if (typeof dynamicName === 'string') dynamic.set(dynamicName, (dynamic.get(dynamicName) ?? 0) + 1);
  });

  /** The innermost resource around a place; the root is one. */
  function ownerOf(pointer: string): Resource {
    let place = pointer;
    let owner = byPointer.get(place);
    while (owner === undefined) {
      place = place.slice(0, Math.max(0, place.lastIndexOf('/')));
      owner = byPointer.get(place);
    }
    return owner;
  }

  function resolve({ keyword, text, pointer }: Reference): ReferenceTarget | { readonly reason: string } {
    const hash = text.indexOf('#');
    const path = hash === -1 ? text : text.slice(0, hash);
    const fragment = hash === -1 ? '' : text.slice(hash + 1);
    const owner = ownerOf(pointer);
    if (keyword !== '$ref' && (dynamic.get(keyword === '$recursiveRef' ? '' : fragment) ?? 0) > 1) {
      return { reason: 'has several possible targets. Use "$ref" with the one that is meant' };
    }
    const address = path === '' ? owner.address : resolveAddress(path, owner.address);
    const resource = address === undefined ? undefined : byAddress.get(address);
    if (!resource) {
      if (dialectAddresses[dialect].test(text)) return { kind: 'dialect', address: text };
      return {
        reason:
          'points outside the schema, and schemas are never fetched. Copy what it means into "$defs" and ' +
          'point there: "#/$defs/<name>"',
      };
    }
    const target =
      fragment === '' || fragment.startsWith('/') ? findByPointer(resource, fragment) : resource.anchors.get(fragment);
    return target ?? { reason: 'points to nothing in the schema. Add what it means, or correct the spelling' };
  }

  return { resolve };
}

function findByPointer(resource: Resource, fragment: string): ReferenceTarget | undefined {
  const decoded = decodeFragment(fragment);
  let value: JsonValue | undefined = resource.schema;
  for (const step of splitPointer(decoded)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  if (!isJsonObject(value) && typeof value !== 'boolean') return undefined;
  return { kind: 'local', schema: value, pointer: resource.pointer + decoded };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment; // a lone percent sign stands for itself
  }
}

/** An absolute address without fragment. */
function resolveAddress(reference: string, base: string): string | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = '';
    return url.href;
  } catch {
    return undefined;
  }
}
