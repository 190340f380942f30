import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.js';
import { parseSettingsSchema, resolveSettings, type SettingsSchema } from '../../src/settings/settings-schema.js';

function parse(schema: unknown): SettingsSchema {
  const parsed = parseSettingsSchema(schema);
  if ('reason' in parsed) throw new Error(`${parsed.pointer}: ${parsed.reason}`);
  return parsed;
}

function withField(field: unknown, name = 'field'): unknown {
  return { type: 'object', properties: { [name]: field } };
}

const example = {
  type: 'object',
  additionalProperties: false,
  properties: {
    apiKey: { type: 'string', secret: true, title: { en: 'Key', de: 'Schlüssel' }, minLength: 3 },
    region: { type: 'string', enum: ['eu', 'us'], default: 'eu' },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    ratio: { type: 'number', maximum: 1 },
    verbose: { type: 'boolean', default: false },
    hosts: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 3, default: ['example.org'] },
  },
  required: ['apiKey'],
};

test('a schema is read into fields, in its order', () => {
  const { fields } = parse(example);
  expect([...fields.keys()]).toEqual(['apiKey', 'region', 'limit', 'ratio', 'verbose', 'hosts']);
  expect(fields.get('apiKey')).toEqual({
    name: 'apiKey',
    type: 'string',
    minLength: 3,
    required: true,
    secret: true,
    title: { en: 'Key', de: 'Schlüssel' },
  });
  expect(fields.get('hosts')?.items).toEqual({ type: 'string', maxLength: 20 });
  expect(Object.isFrozen(fields.get('hosts')?.default)).toBe(true);
});

test.each<[string, unknown, string, RegExp]>([
  ['no object', null, '', /has to be an object/],
  ['a list', [], '', /has to be an object/],
  ['another root type', { type: 'array' }, '/type', /"type": "object"/],
  ['no root type', {}, '/type', /"type": "object"/],
  ['open settings', { type: 'object', additionalProperties: true }, '/additionalProperties', /refused/],
  ['an unknown root keyword', { type: 'object', anyOf: [] }, '/anyOf', /cannot have "anyOf"/],
  ['required of the wrong type', { type: 'object', required: 'a' }, '/required', /list of names/],
  ['a required field that is not there', { ...example, required: ['apikey'] }, '/required/0', /Did you mean "apiKey"/],
  ['a field that is no object', withField('string'), '/properties/field', /has to be an object/],
  ['a name with a slash', withField({ type: 'string' }, 'a/b'), '/properties/a~1b', /no name for a setting/],
  ['a field without type', withField({}), '/properties/field/type', /needs a "type": one of string/],
  ['several types', withField({ type: ['string', 'null'] }), '/properties/field/type', /needs a "type"/],
  ['a nested object', withField({ type: 'object' }), '/properties/field/type', /needs a "type"/],
  [
    'a misspelt keyword',
    withField({ type: 'integer', minumum: 1 }),
    '/properties/field/minumum',
    /Did you mean "minimum"/,
  ],
  [
    'a keyword of another type',
    withField({ type: 'boolean', minimum: 1 }),
    '/properties/field/minimum',
    /of type boolean/,
  ],
  ['a pattern', withField({ type: 'string', pattern: 'a+' }), '/properties/field/pattern', /cannot have "pattern"/],
  ['a bound that is no number', withField({ type: 'number', maximum: '9' }), '/properties/field/maximum', /a number/],
  ['a negative length', withField({ type: 'string', minLength: -1 }), '/properties/field/minLength', /from 0 up/],
  ['a broken count', withField({ type: 'string', maxLength: 1.5 }), '/properties/field/maxLength', /from 0 up/],
  ['an empty enum', withField({ type: 'string', enum: [] }), '/properties/field/enum', /list of values/],
  ['a mixed enum', withField({ type: 'string', enum: ['a', 1] }), '/properties/field/enum/1', /has to be text/],
  ['an array without items', withField({ type: 'array' }), '/properties/field/items', /has to be an object/],
  ['arrays in arrays', withField({ type: 'array', items: { type: 'array' } }), '/properties/field/items/type', /type/],
  [
    'a secret entry',
    withField({ type: 'array', items: { type: 'string', secret: true } }),
    '/properties/field/items/secret',
    /secret/,
  ],
  [
    'a default that does not fit',
    withField({ type: 'integer', default: 1.5 }),
    '/properties/field/default',
    /a fraction/,
  ],
  [
    'a default that is too long',
    withField({ type: 'string', maxLength: 1, default: 'ab' }),
    '/properties/field/default',
    /1 char/,
  ],
  [
    'a default of a secret',
    withField({ type: 'string', secret: true, default: 'x' }),
    '/properties/field/default',
    /is secret/,
  ],
  [
    'a secret number',
    withField({ type: 'number', secret: true }),
    '/properties/field/secret',
    /only settings of type string/,
  ],
  [
    'secret of the wrong type',
    withField({ type: 'string', secret: 'yes' }),
    '/properties/field/secret',
    /true or false/,
  ],
  ['a title of the wrong type', withField({ type: 'string', title: 1 }), '/properties/field/title', /a text/],
  ['a title by no locale', withField({ type: 'string', title: { 'de!': 'x' } }), '/properties/field/title', /locale/],
])('%s is refused with its place', (_what, schema, pointer, reason) => {
  const parsed = parseSettingsSchema(schema);
  expect(parsed).toEqual({ pointer, reason: expect.stringMatching(reason) });
});

test('a field called __proto__ is refused', () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
  expect(parseSettingsSchema(schema)).toMatchObject({ pointer: '/properties/__proto__' });
});

test('a schema that throws when read is refused', () => {
  const hostile = {
    get type(): string {
      throw new Error('boom');
    },
  };
  expect(parseSettingsSchema(hostile)).toMatchObject({ reason: expect.stringContaining('cannot be read') });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(parseSettingsSchema(proxy)).toHaveProperty('reason');
});

test('inherited keywords do not count', () => {
  const inherited: object = Object.create({ type: 'object' });
  expect(parseSettingsSchema(inherited)).toHaveProperty('reason');
});

test('defaults fill in what no layer says', () => {
  const { config, problems } = resolveSettings(parse(example), [{ apiKey: 'k-1' }]);
  expect(config).toEqual({ apiKey: 'k-1', region: 'eu', limit: 10, verbose: false, hosts: ['example.org'] });
  expect(problems).toEqual([]);
});

test('the highest layer that has a field wins, and a list replaces whole', () => {
  const layers: JsonObject[] = [
    { hosts: ['a'] },
    { hosts: ['b', 'c'], limit: 5, apiKey: 'low' },
    { limit: 7, apiKey: 'lower' },
  ];
  const { config } = resolveSettings(parse(example), layers);
  expect(config).toMatchObject({ hosts: ['a'], limit: 5, apiKey: 'low' });
});

test('a blank text hides lower layers and the default, and counts as missing', () => {
  const { config, problems } = resolveSettings(parse(example), [
    { apiKey: '  ', region: '', limit: '' },
    { apiKey: 'k-1', region: 'us' },
  ]);
  expect(config).not.toHaveProperty('apiKey');
  expect(config).not.toHaveProperty('region');
  expect(config).not.toHaveProperty('limit');
  expect(problems).toEqual([{ field: 'apiKey', code: 'missing', message: '"apiKey" is missing.', layer: 0 }]);
});

test('a required field that no layer has is missing in none of them', () => {
  const { problems } = resolveSettings(parse(example), [{}, { limit: 5 }]);
  expect(problems).toEqual([{ field: 'apiKey', code: 'missing', message: '"apiKey" is missing.' }]);
});

test.each<[JsonObject, string, RegExp]>([
  [{ limit: 0 }, 'limit', /1 or more/],
  [{ limit: 51 }, 'limit', /50 or less/],
  [{ limit: 1.5 }, 'limit', /whole number, but is a fraction/],
  [{ limit: '5' }, 'limit', /whole number, but is text/],
  [{ limit: null }, 'limit', /but is null/],
  [{ region: 'asia' }, 'region', /one of "eu", "us"/],
  [{ verbose: 'true' }, 'verbose', /true or false, but is text/],
  [{ hosts: 'a' }, 'hosts', /has to be a list such as \["a", "b"\], but is text/],
  [{ hosts: ['a', 5] }, 'hosts', /number 2 has to be text/],
  [{ hosts: ['a', 'b', 'c', 'd'] }, 'hosts', /3 entries at most/],
  [{ ratio: Number.NaN }, 'ratio', /but is NaN/],
])('%j is invalid, reported and left out, and the default counts', (layer, field, message) => {
  const { config, problems } = resolveSettings(parse(example), [{ apiKey: 'k-1', ...layer }]);
  expect(problems).toEqual([{ field, code: 'invalid', message: expect.stringMatching(message), layer: 0 }]);
  expect(config).toEqual(resolveSettings(parse(example), [{ apiKey: 'k-1' }]).config);
});

test('in the place of an invalid value the next layer counts, and what is wrong in several is said of each', () => {
  const layers = [{ limit: 0 }, { limit: 'many' }, { limit: 5, apiKey: 'k-1' }];
  const { config, problems } = resolveSettings(parse(example), layers);
  expect(config).toMatchObject({ limit: 5 });
  expect(problems).toMatchObject([
    { field: 'limit', code: 'invalid', layer: 0 },
    { field: 'limit', code: 'invalid', layer: 1 },
  ]);
});

test('a required field with an invalid value alone is invalid, not missing as well', () => {
  const { config, problems } = resolveSettings(parse(example), [{ apiKey: 5 }]);
  expect(config).not.toHaveProperty('apiKey');
  expect(problems).toMatchObject([{ field: 'apiKey', code: 'invalid' }]);
});

test('a blank text below an invalid value hides the default', () => {
  const { config } = resolveSettings(parse(example), [{ limit: 0 }, { limit: ' ' }, { limit: 5, apiKey: 'k-1' }]);
  expect(config).not.toHaveProperty('limit');
});

test('no problem ever says the value', () => {
  const { problems } = resolveSettings(parse(example), [{ apiKey: 's3' }]);
  expect(problems).toHaveLength(1);
  expect(JSON.stringify(problems)).not.toContain('s3');
});

test('lengths are counted in code points', () => {
  const schema = parse(withField({ type: 'string', maxLength: 2 }));
  expect(resolveSettings(schema, [{ field: '😀😀' }]).problems).toEqual([]);
  expect(resolveSettings(schema, [{ field: '😀😀😀' }]).problems).toHaveLength(1);
});

test('unknown fields of every layer are reported once, with what may be meant', () => {
  const { config, problems } = resolveSettings(parse(example), [
    { apiKey: 'k-1', regoin: 'us' },
    { regoin: 'eu', other: 1 },
  ]);
  expect(problems).toEqual([
    { field: 'regoin', code: 'unknown', message: 'There is no setting "regoin". Did you mean "region"?', layer: 0 },
    { field: 'other', code: 'unknown', message: expect.stringContaining('Known: apiKey'), layer: 1 },
  ]);
  expect(config).not.toHaveProperty('regoin');
});

test('settings are read from own properties only', () => {
  const inherited = Object.create({ limit: 5 }) as JsonObject;
  expect(resolveSettings(parse(example), [inherited, { apiKey: 'k-1' }]).config.limit).toBe(10);
  const polluted = resolveSettings(parse(withField({ type: 'string' }, 'toString')), [{}]);
  expect(polluted).toEqual({ config: {}, problems: [] });
});

test('what is handed out is frozen, and no layer is changed', () => {
  const layer = { apiKey: 'k-1', hosts: ['a'] };
  const { config } = resolveSettings(parse(example), [layer]);
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.hosts)).toBe(true);
  layer.hosts.push('b');
  expect(config.hosts).toEqual(['a']);
});
