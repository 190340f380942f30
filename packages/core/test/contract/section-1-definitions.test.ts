import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { judgeDefinition } from '../../src/catalogue/check-definition.js';
import { createDefinitionProvider } from '../../src/catalogue/definition-provider.js';
import { freezeDefinition } from '../../src/catalogue/freeze-definition.js';
import { loadDefinitionFiles } from '../../src/catalogue/load-definition-files.js';
import { localize } from '../../src/catalogue/localized-text.js';
import type { ToolDefinition } from '../../src/contract/definition.js';
import type { IToolImplementation } from '../../src/contract/implementation.js';
import { definitionFile, makeFolder } from '../catalogue/temporary-folder.js';

// The promises of section 1 that are about one definition or one file. They are held at the functions that keep
// them; that a companion's siblings stay is held through the host.

const least = { name: 'course_search', description: 'Finds courses.', schema: { type: 'object' } };

const complete: Required<ToolDefinition> = {
  ...least,
  outputSchema: { type: 'object', properties: { hits: { type: 'array', items: {} } } },
  policy: { kind: 'search', readOnly: true, idempotent: true, destructive: false },
  label: { en: 'Course search', de: 'Kurssuche' },
  summary: { en: 'Finds courses.', de: 'Findet Kurse.' },
  icon: 'search',
  aliases: ['catalogue_search_courses'],
  visibleIn: { chat: true, assistants: false },
  settingsSchema: { type: 'object', properties: { apiKey: { type: 'string', secret: true } }, required: ['apiKey'] },
  systemPromptInstructions: 'Search before you answer.',
  sensitiveArguments: ['query'],
  minimumConfidence: 'LOW',
};

function implementation(key: string): IToolImplementation {
  return {
    implementationKey: key,
    icon: 'search',
    displayName: (locale) => (locale === 'de' ? `${key} (deutsch)` : key),
    description: () => `About ${key}.`,
    settingsFieldLabel: (field, locale) => `${field} (${locale})`,
    execute: () => 'done',
  };
}

test('1.7 a definition may have every field of the contract, and keeps each of them', () => {
  const frozen = freezeDefinition(complete, complete.name);
  expect(frozen).toMatchObject({ definition: complete, hash: expect.stringMatching(/^[0-9a-f]{64}$/), removed: [] });
});

test('1.7 name, description and schema are enough, each of them is needed, no field may be of another type', () => {
  expect(freezeDefinition(least, least.name)).toHaveProperty('definition');
  for (const field of ['name', 'description', 'schema']) {
    expect(judgeDefinition({ ...least, [field]: undefined }), field).toHaveProperty('reason');
  }
  for (const field of Object.keys(complete)) {
    const frozen = freezeDefinition({ ...complete, [field]: 5 }, complete.name);
    expect(frozen, field).toEqual({
      reason: expect.stringMatching(new RegExp(`course_search.*${field}|calls itself`)),
    });
  }
});

test('1.7 labels and summaries may be maps of locales', () => {
  const frozen = freezeDefinition(complete, complete.name);
  if ('reason' in frozen) throw new Error(frozen.reason);
  expect(localize(frozen.definition.label, 'de-AT', '')).toBe('Kurssuche');
  expect(localize(frozen.definition.summary, 'it', '')).toBe('Finds courses.');
});

test.each([
  ['bidirectional', '\u202E', '\u2066', '\u061C'],
  ['zero-width', '\u200B', '\u2060', '\uFEFF'],
  ['tag', '\u{E0001}', '\u{E0041}', '\u{E007F}'],
])('1.7 text that reaches a model loses %s characters, with a report of where', (_kind, first, second, third) => {
  const frozen = freezeDefinition(
    {
      ...complete,
      description: `Finds${first} courses.${second}`,
      systemPromptInstructions: `Search${third}.`,
      schema: { type: 'object', properties: { query: { type: 'string', description: `W${first}ords` } } },
    },
    complete.name,
  );
  expect(frozen).toMatchObject({
    definition: {
      description: 'Finds courses.',
      systemPromptInstructions: 'Search.',
      schema: { properties: { query: { description: 'Words' } } },
    },
    removed: [
      { pointer: '/description', count: 2 },
      { pointer: '/systemPromptInstructions', count: 1 },
      { pointer: '/schema/properties/query/description', count: 1 },
    ],
  });
  const schema = { type: 'object', properties: { a: { enum: [`a${first}`] } } };
  expect(freezeDefinition({ ...least, schema }, least.name)).toEqual({
    reason: expect.stringContaining('/schema/properties/a/enum/0 has characters that hide from people'),
  });
});

test('1.9 function.name is the tool’s name everywhere, whatever id and key are', async () => {
  const file = definitionFile('course_search', { id: 'legacy-7', implementationKey: 'courses' });
  const folder = await makeFolder({ 'anything.json': file });
  const provider = await createDefinitionProvider({ folders: [folder], implementations: [implementation('courses')] });
  expect(provider.problems).toEqual([]);
  expect(provider.getTools().map(({ name }) => name)).toEqual(['course_search']);
  expect(Object.keys(provider.getToolMetadata())).toEqual(['course_search']);
});

test('1.9 a key without implementation, an implementation without a file and an unknown field value are left out alone', async () => {
  const folder = await makeFolder({
    'good.json': definitionFile('good'),
    'keyless.json': definitionFile('keyless'),
    'version.json': definitionFile('version', { schemaVersion: 2 }),
    'component.json': definitionFile('component', { visibleIn: { allowedComponents: ['kiosk'] } }),
    'setting.json': definitionFile('setting', {
      settingsSchema: { type: 'object', properties: { a: { type: 'date' } } },
    }),
    'broken.json': '{ "schemaVersion": 1, }',
  });
  const keys = ['good', 'version', 'component', 'setting', 'broken', 'fileless'];
  const provider = await createDefinitionProvider({ folders: [folder], implementations: keys.map(implementation) });
  expect(provider.getTools().map(({ name }) => name)).toEqual(['good']);
  expect(provider.problems.map(({ file, pointer }) => [file && basename(file), pointer])).toEqual([
    ['broken.json', ''],
    ['component.json', '/visibleIn/allowedComponents/0'],
    ['setting.json', '/settingsSchema/properties/a/type'],
    ['version.json', '/schemaVersion'],
    ['keyless.json', '/implementationKey'],
    [null, ''],
  ]);
  for (const { message } of provider.problems) expect(message).toMatch(/\.$/);
  const reserved = ['broken', 'component', 'fileless', 'good', 'keyless', 'setting', 'version'];
  expect([...provider.reservedNames].sort()).toEqual(reserved);
});

test('1.9 what people read comes from the implementation, what a file says of it is refused', async () => {
  const settingsSchema = { type: 'object', properties: { unit: { type: 'string' } } };
  const folder = await makeFolder({
    'good.json': definitionFile('good', { settingsSchema }),
    'labelled.json': definitionFile('labelled', { label: 'Labelled' }),
    'titled.json': definitionFile('titled', {
      settingsSchema: { type: 'object', properties: { unit: { type: 'string', title: 'Unit' } } },
    }),
  });
  const implementations = ['good', 'labelled', 'titled'].map(implementation);
  const provider = await createDefinitionProvider({ folders: [folder], implementations });
  expect(provider.getTools()).toMatchObject([
    {
      name: 'good',
      label: { en: 'good', de: 'good (deutsch)' },
      summary: 'About good.',
      icon: 'search',
      settingsSchema: { properties: { unit: { title: { en: 'unit (en)', de: 'unit (de)' } } } },
    },
  ]);
  expect(provider.problems.map(({ pointer }) => pointer)).toEqual(['/label', '/settingsSchema/properties/unit/title']);
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])('1.9 strict is true unless a file says otherwise: %s is %s', async (stated, expected) => {
  const { function: body, ...rest } = definitionFile('good');
  const folder = await makeFolder({ 'good.json': { ...rest, function: { ...(body as object), strict: stated } } });
  const { files } = await loadDefinitionFiles([folder], ['chat', 'assistant']);
  expect(files.map(({ definition }) => definition.function.strict)).toEqual([expected]);
});
