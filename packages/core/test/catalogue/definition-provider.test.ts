import { expect, test } from 'vitest';
import { createDefinitionProvider } from '../../src/catalogue/definition-provider.js';
import { freezeDefinition } from '../../src/catalogue/freeze-definition.js';
import type { CallScope } from '../../src/contract/call.js';
import type { IToolImplementation } from '../../src/contract/implementation.js';
import { definitionFile, makeFolder } from './temporary-folder.js';

function implementation(key: string, changes: Partial<IToolImplementation> = {}): IToolImplementation {
  return {
    implementationKey: key,
    displayName: (locale) => (locale === 'de' ? `${key} auf Deutsch` : key),
    description: () => `What ${key} does.`,
    execute: (args) => ({ key, args }),
    ...changes,
  };
}

test('a file and its implementation make one definition', async () => {
  const settingsSchema = {
    type: 'object',
    properties: { unit: { type: 'string' }, limit: { type: 'integer' } },
    required: ['unit'],
  };
  const visibleIn = { chat: true, assistants: false };
  const folder = await makeFolder({
    'word_count.json': definitionFile('word_count', { settingsSchema, visibleIn, systemPromptInstructions: 'Count.' }),
  });
  const wordCount = implementation('word_count', {
    icon: 'calculator',
    policy: { kind: 'analyze', readOnly: true },
    aliases: ['wc'],
    outputSchema: { type: 'object' },
    sensitiveArguments: ['text'],
    minimumConfidence: 'LOW',
    settingsFieldLabel: (field, locale) => (field === 'unit' ? (locale === 'de' ? 'Einheit' : 'Unit') : undefined),
    settingsFieldDescription: (field) => (field === 'unit' ? 'SI' : undefined),
  });
  const provider = await createDefinitionProvider({ folders: [folder], implementations: [wordCount] });
  expect(provider.problems).toEqual([]);
  const expected = {
    name: 'word_count',
    description: 'Does word_count.',
    schema: { type: 'object', properties: { text: { type: 'string' } } },
    label: { en: 'word_count', de: 'word_count auf Deutsch' },
    summary: 'What word_count does.',
    icon: 'calculator',
    policy: { kind: 'analyze', readOnly: true },
    aliases: ['wc'],
    outputSchema: { type: 'object' },
    sensitiveArguments: ['text'],
    minimumConfidence: 'LOW',
    visibleIn,
    systemPromptInstructions: 'Count.',
    settingsSchema: {
      type: 'object',
      properties: {
        unit: { type: 'string', title: { en: 'Unit', de: 'Einheit' }, description: 'SI' },
        limit: { type: 'integer' },
      },
      required: ['unit'],
    },
  };
  expect(provider.getTools()).toEqual([expected]);
  expect(freezeDefinition(provider.getTools()[0], 'word_count')).toMatchObject({
    definition: { ...expected, policy: {} },
  });
  expect(provider.getToolMetadata()).toEqual({
    word_count: { label: expected.label, summary: expected.summary, icon: 'calculator' },
  });
  expect([...provider.reservedNames].sort()).toEqual(['wc', 'word_count']);
});

test('what nobody states is left out', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('a', { systemPromptInstructions: '' }) });
  const { getTools } = await createDefinitionProvider({ folders: [folder], implementations: [implementation('a')] });
  expect(Object.keys(getTools()[0] ?? {}).sort()).toEqual(['description', 'label', 'name', 'schema', 'summary']);
});

test('a call goes to the implementation, which keeps its this', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('a'), 'b.json': definitionFile('b') });
  class Counter implements IToolImplementation {
    readonly implementationKey = 'a';
    #calls = 0;
    displayName(): string {
      return `Counter ${this.#calls}`;
    }
    description(): string {
      return 'Counts calls.';
    }
    execute(...given: unknown[]): unknown {
      this.#calls += 1;
      return [this.#calls, ...given];
    }
  }
  const provider = await createDefinitionProvider({
    folders: [folder],
    implementations: [implementation('b'), new Counter()],
  });
  const call = {} as CallScope;
  const { executeTool } = provider;
  expect(executeTool('a', { text: 'x' }, { unit: 1 }, call)).toEqual([1, { text: 'x' }, { unit: 1 }, call]);
  expect(executeTool('b', {}, {}, call)).toEqual({ key: 'b', args: {} });
  expect(() => executeTool('c', {}, {}, call)).toThrow('There is no tool "c"');
});

test('a key without implementation is left out alone, with what may be meant', async () => {
  const folder = await makeFolder({
    'a.json': definitionFile('a', { implementationKey: 'word_cuont' }),
    'b.json': definitionFile('b'),
  });
  const provider = await createDefinitionProvider({
    folders: [folder],
    implementations: [implementation('b'), implementation('word_count')],
  });
  expect(provider.getTools().map(({ name }) => name)).toEqual(['b']);
  expect(provider.problems).toEqual([
    {
      file: expect.stringContaining('a.json'),
      pointer: '/implementationKey',
      message: 'No implementation has the key "word_cuont". Did you mean "word_count"?',
      names: ['a'],
    },
    {
      file: null,
      pointer: '',
      message: expect.stringContaining('No definition file has the implementationKey "word_count"'),
      names: ['word_count'],
    },
  ]);
  expect([...provider.reservedNames].sort()).toEqual(['a', 'b', 'word_count']);
});

test('an implementation whose file is broken is not reported a second time, and keeps its aliases', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('a', { schemaVersion: 2 }), 'b.json': '{' });
  const implementations = [
    implementation('a', { aliases: ['old_a'] }),
    implementation('b', { aliases: ['old_b', 'not a name'] }),
  ];
  const provider = await createDefinitionProvider({ folders: [folder], implementations });
  expect(provider.problems.map(({ pointer }) => pointer)).toEqual(['/schemaVersion', '']);
  expect([...provider.reservedNames].sort()).toEqual(['a', 'b', 'old_a', 'old_b']);
  expect(provider.getTools()).toEqual([]);
});

function raise(): never {
  throw new Error('boom');
}

const throwing = (field: string): IToolImplementation =>
  Object.defineProperty(implementation('a', { aliases: ['old_a'] }), field, { get: raise }) as IToolImplementation;

test.each<[string, IToolImplementation, RegExp]>([
  ['policy throws', throwing('policy'), /cannot be used: boom/],
  ['outputSchema throws', throwing('outputSchema'), /boom/],
  ['aliases throw', throwing('aliases'), /boom/],
  ['displayName throws', implementation('a', { displayName: raise }), /boom/],
  ['description throws', implementation('a', { description: raise }), /boom/],
  [
    'displayName answers no text',
    implementation('a', { displayName: () => 5 as unknown as string }),
    /displayName has to return a text/,
  ],
  [
    'description answers nothing',
    implementation('a', { description: () => undefined as unknown as string }),
    /description has to return a text/,
  ],
  ['execute is missing', { ...implementation('a'), execute: undefined as never }, /no method execute/],
])('an implementation is left out alone when its %s', async (_what, broken, message) => {
  const folder = await makeFolder({ 'a.json': definitionFile('a'), 'b.json': definitionFile('b') });
  const provider = await createDefinitionProvider({
    folders: [folder],
    implementations: [broken, implementation('b')],
  });
  expect(provider.getTools().map(({ name }) => name)).toEqual(['b']);
  expect(provider.problems).toEqual([
    {
      file: expect.stringContaining('a.json'),
      pointer: '/implementationKey',
      message: expect.stringMatching(message),
      names: ['a'],
    },
  ]);
  expect(provider.reservedNames.has('a')).toBe(true);
});

test('implementations without a readable key, or with a taken one, are reported', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('a') });
  const implementations = [
    implementation('a'),
    implementation('a'),
    throwing('implementationKey'),
    null as never,
    {} as never,
  ];
  const provider = await createDefinitionProvider({ folders: [folder], implementations });
  expect(provider.getTools()).toHaveLength(1);
  expect(provider.problems.map(({ message }) => message)).toEqual([
    'Two implementations have the key "a"; the first counts. Remove the other.',
    ...[3, 4, 5].map(
      (number) =>
        `Implementation number ${number} has no readable implementationKey. Give it the one of its definition file.`,
    ),
  ]);
});

test('files may name the components that the embedder has', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('a', { visibleIn: { allowedComponents: ['kiosk'] } }) });
  const options = { folders: [folder], implementations: [implementation('a')] };
  expect((await createDefinitionProvider(options)).getTools()).toEqual([]);
  expect((await createDefinitionProvider({ ...options, components: ['kiosk'] })).getTools()).toHaveLength(1);
});

test('a tool called like a method of objects is a tool like others', async () => {
  const folder = await makeFolder({ 'a.json': definitionFile('constructor') });
  const provider = await createDefinitionProvider({
    folders: [folder],
    implementations: [implementation('constructor')],
  });
  expect(Object.keys(provider.getToolMetadata())).toEqual(['constructor']);
  expect(provider.executeTool('constructor', {}, {}, {} as CallScope)).toEqual({ key: 'constructor', args: {} });
});
