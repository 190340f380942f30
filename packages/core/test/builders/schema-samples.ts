import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/contract/json.js';

/*
 * Schemas and values for tests of conversions. Whether a value fits is always ajv's judgement; the sampler only proposes.
 */

/** Judges values by a schema, in the dialect it names. */
export function judgeOf(schema: JsonSchema): (value: unknown) => boolean {
  const options = { strict: false, validateFormats: false, addUsedSchema: false, logger: false } as const;
  const address = String(schema.$schema ?? '');
  const ajv = address.includes('draft-0')
    ? new Ajv(options)
    : address.includes('2019-09')
      ? new Ajv2019(options)
      : new Ajv2020(options);
  const { $schema: _, $id: __, ...rest } = schema;
  // The compiler finds "#" only in a schema that has an address.
  const isOld = address.includes('draft-04') || address.includes('draft-06');
  const validate = ajv.compile({
    ...(isOld ? rest : schema),
    ...(rest.$ref === undefined ? { $id: 'test:schema' } : {}),
  });
  return (value) => validate(value) === true;
}

/** Numbers between 0 and 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Proposes a value for a schema of any dialect; whether it fits is for ajv to say. */
export function sample(root: JsonSchema, random: () => number, hasExtras: boolean): JsonValue {
  const words = ['', 'a', 'bc', 'x y', '2024-01-01', 'https://example.org/', 'ABCDEFGH', 'null', '7'];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // lists are not empty
  const pointTo = (reference: string): JsonValue => {
    let value: JsonValue = root;
    for (const step of reference.replace(/^#/, '').split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      value = (value as JsonObject)[name] ?? true;
    }
    return value;
  };
  const make = (schema: JsonValue, level: number): JsonValue => {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || level > 12) {
      return pick<JsonValue>(['a', 1, true, null, {}, [], 2.5]);
    }
    const node = schema as JsonObject;
    const at = (name: string): JsonValue => node[name] ?? true;
    if (node.const !== undefined) return node.const;
    if (Array.isArray(node.enum) && node.enum.length > 0) return pick(node.enum as JsonValue[]);
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#')) return make(pointTo(node.$ref), level + 1);
    const union = node.anyOf ?? node.oneOf;
    const parts = [
      ...(Array.isArray(union) ? [pick(union as JsonValue[])] : []),
      ...(Array.isArray(node.allOf) ? (node.allOf as JsonValue[]) : []),
    ];
    const values = parts.map((part) => make(part, level + 1));
    const types = Array.isArray(node.type) ? (node.type as string[]) : typeof node.type === 'string' ? [node.type] : [];
    // What says nothing of its type takes more than objects, whatever it says of those.
    const isObject = node.properties !== undefined && (level === 0 || random() < 0.5);
    if (types.length === 0 && values.length > 0 && !isObject) {
      return values.every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
        ? Object.assign({}, ...values)
        : pick(values);
    }
    const type = types.length > 0 ? pick(types) : isObject ? 'object' : pick(['string', 'object']);
    switch (type) {
      case 'string':
        return pick(words);
      case 'number':
      case 'integer': {
        const low = Number(node.minimum ?? node.exclusiveMinimum ?? -3);
        const number = low + Math.floor(random() * 8);
        return type === 'number' && random() < 0.3 ? number + 0.5 : number;
      }
      case 'boolean':
        return random() < 0.5;
      case 'null':
        return null;
      case 'array': {
        const length = Math.floor(random() * (level > 6 ? 1 : 4));
        const list = Array.isArray(node.items) ? node.items : Array.isArray(node.prefixItems) ? node.prefixItems : [];
        return Array.from({ length }, (_, index) =>
          make(list[index] ?? (Array.isArray(node.items) ? at('additionalItems') : at('items')), level + 1),
        );
      }
      default: {
        const entries: [string, JsonValue][] = [];
        const required = Array.isArray(node.required) ? (node.required as string[]) : [];
        for (const [name, part] of Object.entries((node.properties ?? {}) as JsonObject)) {
          if (required.includes(name) || random() < (level > 6 ? 0.1 : 0.5))
            entries.push([name, make(part, level + 1)]);
        }
        // A root without properties is a tool without arguments.
        const isMap =
          (node.properties === undefined && level > 0) ||
          typeof node.additionalProperties === 'object' ||
          node.additionalProperties === true;
        if ((hasExtras || isMap) && random() < 0.4)
          entries.push([pick(['extra', 'x_1']), make(at('additionalProperties'), level + 1)]);
        const own = Object.fromEntries(entries);
        const others = values.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
        return Object.assign({}, ...others, own);
      }
    }
  };
  return make(root, 0);
}

/** Compiling costs most of the time. */
const judgesOf = new WeakMap<JsonSchema, Map<JsonValue, (value: unknown) => boolean>>();

/**
 * A value in the form of a strict schema: properties that may be absent are null. Written apart from the code under
 * test: it tries all alternatives and asks ajv.
 */
export function toStrictForm(value: JsonValue, wire: JsonSchema): JsonValue {
  const judges = judgesOf.get(wire) ?? new Map<JsonValue, (value: unknown) => boolean>();
  judgesOf.set(wire, judges);
  const fits = (part: JsonObject, candidate: JsonValue): boolean => {
    let judge = judges.get(part);
    if (!judge) {
      const { $defs, ...whole } = wire;
      const together = { ...part, $defs: { ...(($defs ?? {}) as JsonObject), whole } };
      judge = judgeOf(JSON.parse(JSON.stringify(together).replaceAll('"$ref":"#"', '"$ref":"#/$defs/whole"')));
      judges.set(part, judge);
    }
    return judge(candidate);
  };
  const form = (current: JsonValue, part: JsonValue): JsonValue => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return current;
    const node = part as JsonObject;
    if (typeof node.$ref === 'string') {
      const name = node.$ref.slice('#/$defs/'.length);
      return form(current, node.$ref === '#' ? wire : ((wire.$defs as JsonObject)[name] ?? true));
    }
    if (Array.isArray(node.anyOf)) {
      for (const branch of node.anyOf as JsonObject[]) {
        const candidate = form(current, branch);
        if (fits(branch, candidate)) return candidate;
      }
      return current;
    }
    if (Array.isArray(current)) return current.map((item: JsonValue) => form(item, node.items ?? true));
    if (typeof current !== 'object' || current === null || typeof node.properties !== 'object') return current;
    const properties = node.properties as JsonObject;
    const names = new Set([...Object.keys(current), ...Object.keys(properties)]);
    return Object.fromEntries(
      [...names].map((name) => {
        const own = (current as JsonObject)[name];
        return [name, own === undefined ? null : form(own, properties[name] ?? true)];
      }),
    );
  };
  return form(value, wire);
}

/** What Gemini's `parameters` mean, in JSON Schema. */
export function readParameters(schema: JsonValue): JsonSchema {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return {};
  const { type, nullable, format: _, default: __, ...others } = schema as JsonObject;
  const copy: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(others)) {
    if (keyword === 'items') copy.items = readParameters(value);
    else if (keyword === 'anyOf') copy.anyOf = (value as JsonValue[]).map(readParameters);
    else if (keyword === 'properties') {
      copy.properties = Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, part]) => [name, readParameters(part)]),
      );
    } else copy[keyword] = /^(min|max)(Length|Items|Properties)$/.test(keyword) ? Number(value) : value;
  }
  if (typeof type === 'string') copy.type = type.toLowerCase();
  return nullable === true ? { anyOf: [copy, { type: 'null' }] } : copy;
}

const notes = fc.record({ description: fc.constantFrom('A', 'B') }, { requiredKeys: [] });

/** Schemas of tools, with nearly all that a schema may say; `$defs` has `Node`, which refers to itself, and `Leaf`. */
export function toolSchemas(): fc.Arbitrary<JsonSchema> {
  const names = fc.constantFrom('a', 'b', 'c', 'kind');
  const { part } = fc.letrec<{ part: JsonObject; object: JsonObject; scalar: JsonObject }>((tie) => ({
    scalar: fc.oneof(
      fc.record(
        { type: fc.constant('string'), format: fc.constantFrom('uri', 'date', 'made-up') },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constantFrom('number', 'integer'),
          minimum: fc.constant(1),
          multipleOf: fc.constant(0.5),
          exclusiveMaximum: fc.constant(6),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: fc.constant('boolean') }),
      fc.record(
        { type: fc.constant('string'), minLength: fc.constantFrom(0, 2), maxLength: fc.constant(4) },
        { requiredKeys: ['type'] },
      ),
      fc.record({ enum: fc.constantFrom<JsonValue[]>(['a', 'bc'], ['a', 1], [null, 'a'], [1, 2]) }),
      fc.record({ const: fc.constantFrom<JsonValue>('a', 7, null, 'bc') }),
      fc.record({ type: fc.constantFrom(['string', 'null'], ['string', 'number'], ['integer', 'null', 'boolean']) }),
      fc.record({ type: fc.constant(['string', 'null']), default: fc.constant(null) }),
      // What no value fits, or only some of the values.
      fc.constantFrom<JsonObject>(
        { type: 'null', enum: ['a'] },
        { type: ['integer', 'boolean'], enum: ['a'] },
        { type: ['string', 'null'], enum: ['a', 1] },
        { type: 'string', enum: ['', 'a'] },
        { type: 'string', enum: ['a', 'bc'], const: 'a' },
        { not: {} },
      ),
    ),
    object: fc
      .record(
        {
          properties: fc.dictionary(names, tie('part'), { maxKeys: 3 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('scalar')),
          isAllRequired: fc.boolean(),
          minProperties: fc.constantFrom(0, 1),
        },
        { requiredKeys: ['properties', 'isAllRequired'] },
      )
      .map(({ isAllRequired, ...rest }) => {
        const own = Object.keys(rest.properties);
        return { type: 'object', ...rest, required: isAllRequired ? own : own.slice(0, 1) } as JsonObject;
      }),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('scalar'),
      tie('object'),
      fc.record(
        {
          type: fc.constant('array'),
          items: tie('part'),
          minItems: fc.constantFrom(0, 1, 2),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ['type', 'items'] },
      ),
      fc.record({ type: fc.constant('array') }),
      fc.record({ type: fc.constant('object') }),
      fc.constant<JsonObject>({}),
      fc
        .tuple(fc.array(tie('part'), { minLength: 1, maxLength: 3 }), notes)
        .map(([anyOf, text]) => ({ anyOf, ...text })),
      fc.array(tie('part'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
      fc.array(tie('part'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
      fc
        .tuple(fc.array(tie('part'), { minLength: 1, maxLength: 3 }), fc.constantFrom<JsonValue>('object', 'string'))
        .map(([anyOf, type]) => ({ type, anyOf })),
      tie('object').map((part) => ({ ...part, unevaluatedProperties: false })),
      fc
        .tuple(
          fc.dictionary(names, tie('scalar'), { minKeys: 1, maxKeys: 2 }),
          fc.constantFrom('none', 'anyOf', 'oneOf'),
          fc.array(tie('part'), { minLength: 1, maxLength: 2 }),
        )
        .map(([properties, union, parts]) => ({ properties, ...(union === 'none' ? {} : { [union]: parts }) })),
      fc.tuple(fc.constantFrom('#', '#/$defs/Node', '#/$defs/Leaf'), notes).map(([$ref, text]) => ({ $ref, ...text })),
      fc.record({ type: fc.constant('array'), prefixItems: fc.array(tie('scalar'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: tie('scalar') }),
    ),
  }));
  const root = fc.record(
    {
      properties: fc.dictionary(fc.oneof(names, fc.constantFrom('x y', 'größe', '@type')), part, { maxKeys: 4 }),
      additionalProperties: fc.boolean(),
      anyOf: fc.array(
        fc.record(
          { properties: fc.dictionary(names, part, { maxKeys: 2 }), required: fc.constantFrom(['a'], ['b'], []) },
          { requiredKeys: ['required'] },
        ),
        { minLength: 1, maxLength: 2 },
      ),
      allOf: fc.array(
        fc.record({ properties: fc.dictionary(names, part, { maxKeys: 2 }), required: fc.constantFrom(['a'], []) }),
        { minLength: 1, maxLength: 2 },
      ),
      required: fc.constantFrom(['a'], ['kind', 'x y'], []),
      patternProperties: fc.constant({ '^x': { type: 'string' } }),
    },
    { requiredKeys: ['properties'] },
  );
  return fc.tuple(root, fc.double({ min: 0, max: 1, noNaN: true })).map(([schema, chance]) => {
    const { anyOf, allOf, patternProperties, ...plain } = schema;
    return {
      type: 'object',
      ...plain,
      ...(chance > 0.7 && anyOf ? { anyOf } : {}),
      ...(chance < 0.3 && allOf ? { allOf } : {}),
      ...(chance > 0.4 && chance < 0.5 && patternProperties ? { patternProperties } : {}),
      $defs: {
        Node: {
          type: 'object',
          properties: { value: { type: 'string' }, next: { $ref: '#/$defs/Node' }, kind: { const: 'node' } },
          required: ['kind'],
        },
        Leaf: {
          type: 'object',
          properties: { leaf: { type: 'integer' } },
          required: ['leaf'],
          additionalProperties: false,
        },
      },
    } as JsonSchema;
  });
}

/** Schemas of tools that strict modes mostly take: the random ones of {@link toolSchemas} seldom are. */
export function tameToolSchemas(): fc.Arbitrary<JsonSchema> {
  const names = fc.constantFrom('a', 'b', 'c', 'kind');
  const { object } = fc.letrec<{ part: JsonObject; object: JsonObject }>((tie) => ({
    object: fc
      .tuple(
        fc.dictionary(names, tie('part'), { minKeys: 1, maxKeys: 3 }),
        fc.subarray(['a', 'b', 'c', 'kind']),
        fc.constantFrom<JsonObject>({ additionalProperties: false }, {}),
      )
      .map(([properties, required, closed]) => ({
        type: 'object',
        properties,
        required: required.filter((name) => Object.hasOwn(properties, name)),
        ...closed,
      })),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<JsonObject>(
        { type: 'string' },
        { type: 'string', format: 'uri' },
        { type: 'integer' },
        { type: 'boolean' },
        { const: 'a' },
        { const: 'bc' },
        { enum: ['a', 'bc'] },
        { enum: ['a', 7] },
        { enum: [1, 2, null] },
        { type: 'null', enum: ['a'] },
        { type: ['integer', 'boolean'], enum: ['a'] },
        { type: 'string', enum: ['a', 'bc'], const: 'a' },
        { type: 'string', anyOf: [{ format: 'ipv4' }, { enum: ['a'] }] },
        { anyOf: [{ type: 'integer' }, { not: {} }] },
        { type: 'object', properties: { a: { type: 'string' } }, unevaluatedProperties: false },
        { type: ['string', 'integer'] },
        { type: ['string', 'null'], default: null },
        { $ref: '#/$defs/Leaf', description: 'A' },
        { $ref: '#/$defs/Node' },
      ),
      tie('object'),
      tie('part').map((items) => ({ type: 'array', items })),
      fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.array(tie('part'), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
      tie('part').map((only) => ({ allOf: [only], description: 'B' })),
    ),
  }));
  const definitions = fc.constantFrom<JsonObject>(
    {
      Node: {
        type: 'object',
        properties: { kind: { const: 'node' }, value: { type: 'string' }, next: { $ref: '#/$defs/Node' } },
        required: ['kind'],
      },
    },
    {
      Node: { type: 'object', properties: { kind: { const: 'node' }, value: { type: 'string' } }, required: ['kind'] },
    },
  );
  return fc.tuple(object, definitions).map(([schema, nodes]) => ({
    ...schema,
    $defs: {
      ...nodes,
      Leaf: {
        type: 'object',
        properties: { leaf: { type: 'integer' } },
        required: ['leaf'],
        additionalProperties: false,
      },
    },
  }));
}
