import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownFields, parseDefinitionFile } from '../../src/catalogue/definition-file.js';
import { parseSettingsSchema } from '../../src/settings/settings-schema.js';
import { definitionFile } from './temporary-folder.js';

interface SchemaPart {
  readonly properties: Readonly<Record<string, unknown>>;
}

const published = JSON.parse(
  readFileSync(new URL('../../../../tool_definitions/definition.schema.json', import.meta.url), 'utf8'),
) as SchemaPart & { readonly $defs: Readonly<Record<string, SchemaPart>> };

const components = ['chat', 'assistant'];

function withFunction(changes: object): Record<string, unknown> {
  const file = definitionFile('word_count');
  return { ...file, function: { ...(file.function as object), ...changes } };
}

function withSettings(field: object): Record<string, unknown> {
  return definitionFile('word_count', { settingsSchema: { type: 'object', properties: { field } } });
}

test('a file with everything in it passes', () => {
  const file = definitionFile('word_count', {
    $schema: './definition.schema.json',
    visibleIn: { chat: true, assistants: false, allowedComponents: [], deniedComponents: ['assistant'] },
    settingsSchema: {
      type: 'object',
      properties: {
        apiKey: { type: 'string', secret: true },
        unit: { type: 'string', enum: ['words', 'lines'], default: 'words' },
        hosts: { type: 'array', items: { type: 'string' } },
      },
      required: ['apiKey'],
      additionalProperties: false,
    },
    systemPromptInstructions: 'Count before you answer.',
  });
  const content = { ...file, function: { ...(file.function as object), strict: false } };
  expect(parseDefinitionFile(content, components)).toEqual(content);
});

test.each<[string, unknown, string, RegExp]>([
  ['a list', [], '', /of type object, but is a list/],
  ['null', null, '', /of type object, but is null/],
  ['no version', definitionFile('a', { schemaVersion: undefined }), '/schemaVersion', /"schemaVersion" is missing/],
  ['another version', definitionFile('a', { schemaVersion: 2 }), '/schemaVersion', /version 2 .* update Loadout/],
  ['no id', definitionFile('a', { id: undefined }), '/id', /is missing/],
  ['an id with a space', definitionFile('a', { id: 'a b' }), '/id', /"a b" has the wrong form/],
  ['no key', definitionFile('a', { implementationKey: undefined }), '/implementationKey', /is missing/],
  ['no function', definitionFile('a', { function: undefined }), '/function', /is missing/],
  ['a function that is a text', definitionFile('a', { function: 'a' }), '/function', /of type object, but is "a"/],
  ['no name', withFunction({ name: undefined }), '/function/name', /is missing/],
  ['a name with a dot', withFunction({ name: 'word.count' }), '/function/name', /"word.count" is no tool name/],
  ['no description', withFunction({ descriptionForLLM: undefined }), '/function/descriptionForLLM', /is missing/],
  ['a blank description', withFunction({ descriptionForLLM: ' ' }), '/function/descriptionForLLM', /empty. Say what/],
  ['no parameters', withFunction({ parameters: undefined }), '/function/parameters', /is missing/],
  ['parameters without type', withFunction({ parameters: {} }), '/function/parameters/type', /is missing/],
  [
    'parameters of a list',
    withFunction({ parameters: { type: 'array' } }),
    '/function/parameters/type',
    /has to be "object"/,
  ],
  ['strict as a text', withFunction({ strict: 'yes' }), '/function/strict', /of type boolean, but is "yes"/],
  [
    'an unknown field',
    definitionFile('a', { visibelIn: {} }),
    '/visibelIn',
    /no field "visibelIn" here. Did you mean "visibleIn"/,
  ],
  ['a field with a slash', definitionFile('a', { 'a/b': 1 }), '/a~1b', /no field "a\/b"/],
  ['a label', definitionFile('a', { label: 'A' }), '/label', /What people read comes from the implementation/],
  [
    'description in the function',
    withFunction({ description: 'x' }),
    '/function/description',
    /Did you mean "descriptionForLLM"/,
  ],
  [
    'an unknown part of visibleIn',
    definitionFile('a', { visibleIn: { assistant: true } }),
    '/visibleIn/assistant',
    /"assistants"/,
  ],
  [
    'an unknown component',
    definitionFile('a', { visibleIn: { deniedComponents: ['chat', 'kiosk'] } }),
    '/visibleIn/deniedComponents/1',
    /no component "kiosk". Known: chat, assistant/,
  ],
  [
    'a misspelt component',
    definitionFile('a', { visibleIn: { allowedComponents: ['chta'] } }),
    '/visibleIn/allowedComponents/0',
    /Did you mean "chat"/,
  ],
  [
    'a component twice',
    definitionFile('a', { visibleIn: { allowedComponents: ['chat', 'chat'] } }),
    '/visibleIn/allowedComponents',
    /duplicate/,
  ],
  [
    'instructions that are null',
    definitionFile('a', { systemPromptInstructions: null }),
    '/systemPromptInstructions',
    /of type string, but is null/,
  ],
  [
    'a title of a setting',
    withSettings({ type: 'string', title: 'X' }),
    '/settingsSchema/properties/field/title',
    /comes from the implementation/,
  ],
  [
    'a misspelt keyword of a setting',
    withSettings({ type: 'string', minLenght: 1 }),
    '/settingsSchema/properties/field/minLenght',
    /"minLength"/,
  ],
  [
    'an unknown type of a setting',
    withSettings({ type: 'text' }),
    '/settingsSchema/properties/field/type',
    /one of "string","number"/,
  ],
  [
    'a default that does not fit',
    withSettings({ type: 'integer', default: 'x' }),
    '/settingsSchema/properties/field/default',
    /has to be a whole number/,
  ],
  [
    'a keyword of another type',
    withSettings({ type: 'boolean', minimum: 1 }),
    '/settingsSchema/properties/field/minimum',
    /of type boolean/,
  ],
])('%s is found at its place, with what to do', (_what, content, pointer, message) => {
  // As a file has it: without what is undefined.
  const findings = parseDefinitionFile(JSON.parse(JSON.stringify(content)), components);
  expect(findings).toEqual([{ pointer, message: expect.stringMatching(message) }]);
});

test('all that is wrong is found at once, ten findings at most', () => {
  const findings = parseDefinitionFile(
    { schemaVersion: 1, id: 'a', function: { name: 'a b', description: 'x' } },
    components,
  );
  expect((findings as readonly { pointer: string }[]).map(({ pointer }) => pointer).sort()).toEqual([
    '/function/description',
    '/function/descriptionForLLM',
    '/function/name',
    '/function/parameters',
    '/implementationKey',
  ]);
  const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`unknown${index}`, 1]));
  expect(parseDefinitionFile(definitionFile('a', unknown), components)).toHaveLength(10);
});

test('of a large file that is wrong everywhere, the first thing that is wrong is found', () => {
  const properties = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`setting${index}`, {}]));
  const content = definitionFile('a', { settingsSchema: { type: 'object', properties } });
  expect(parseDefinitionFile(content, components)).toEqual([
    { pointer: '/settingsSchema/properties/setting0/type', message: '"type" is missing. Add it.' },
  ]);
});

test('suggestions are made of the fields that the published schema has', () => {
  const parts = [
    published,
    ...['function', 'visibility', 'settings', 'setting', 'entry'].map((name) => published.$defs[name]),
  ];
  const fields = knownFields.map(([, names]) => [...names].sort());
  expect(fields).toEqual(parts.map((part) => Object.keys(part?.properties ?? {}).sort()));
});

test('the published schema and the settings module know the same keywords', () => {
  const samples: Readonly<Record<string, unknown>> = {
    type: 'string',
    items: { type: 'string' },
    enum: [],
    title: 'x',
    description: 'x',
  };
  const known = new Set<string>();
  for (const type of ['string', 'number', 'integer', 'boolean', 'array']) {
    for (const keyword of [
      ...Object.keys(published.$defs.setting?.properties ?? {}),
      'title',
      'description',
      'pattern',
    ]) {
      const field: Record<string, unknown> = type === 'array' ? { items: { type: 'string' } } : {};
      field[keyword] = samples[keyword] ?? null;
      field.type = type;
      const parsed = parseSettingsSchema({ type: 'object', properties: { field } });
      if (!('reason' in parsed) || !parsed.reason.includes('cannot have')) known.add(keyword);
    }
  }
  const expected = [...Object.keys(published.$defs.setting?.properties ?? {}), 'title', 'description'];
  expect([...known].sort()).toEqual(expected.sort());
});
