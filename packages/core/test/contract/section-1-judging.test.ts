import type { ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { createTestHost, type TestHost, textOf } from '../builders/test-host.js';

// Three stages: at the merge, before a tool is first offered, at its first call.

const good = tool('good');
const without = (field: keyof ToolDefinition): object => ({ ...tool('broken'), [field]: undefined });
const with_ = (fields: object): object => ({ ...tool('broken'), ...fields });

/** What no merge lets in: the definition, the name that is known of it, and the words that say what to fix. */
const atTheMerge: readonly (readonly [what: string, definition: unknown, name: string | null, says: RegExp])[] = [
  ['nothing', undefined, null, /has to be an object, but is undefined/],
  ['null', null, null, /has to be an object, but is null/],
  ['a text', 'course_search', null, /has to be an object, but is "course_search"/],
  ['a list', [tool('broken')], null, /has to be an object, but is a list/],
  ['a function', () => tool('broken'), null, /has to be an object, but is a function/],
  ['a promise of a definition', Promise.resolve(tool('broken')), null, /promise/],
  ['a definition without a name', without('name'), null, /has no name.*1 to 64 letters/],
  ['an empty name', with_({ name: '' }), null, /has the name "".*1 to 64 letters/],
  ['a name with a space', with_({ name: 'course search' }), null, /"course search".*1 to 64 letters/],
  ['a name that begins with a digit', with_({ name: '1st' }), null, /begin with a letter/],
  ['a name of 65 characters', with_({ name: 'x'.repeat(65) }), null, /1 to 64/],
  ['a name with a line break', with_({ name: 'broken\n' }), null, /1 to 64/],
  [
    'no description',
    without('description'),
    'broken',
    /Tool "broken": its description has to be a text.*Say what the tool does/,
  ],
  ['a blank description', with_({ description: ' \n\t' }), 'broken', /description is empty. Say what the tool does/],
  ['a description that is no text', with_({ description: { en: 'x' } }), 'broken', /description has to be a text/],
  [
    'an unknown kind',
    with_({ policy: { kind: 'delete' } }),
    'broken',
    /policy\.kind has to be one of search, read, write/,
  ],
  [
    'an unknown field of the policy',
    with_({ policy: { readonly: true } }),
    'broken',
    /unknown field "readonly".*readOnly/,
  ],
  [
    'a wrong value in the policy',
    with_({ policy: { timeoutMs: 'long' } }),
    'broken',
    /policy\.timeoutMs has to be milliseconds/,
  ],
  ['a policy that is no object', with_({ policy: 'read' }), 'broken', /policy has to be an object.*readToolPolicy\(\)/],
  ['no schema', without('schema'), 'broken', /schema has to be a JSON Schema.*"type": "object"/],
  ['a schema as text', with_({ schema: '{}' }), 'broken', /schema has to be a JSON Schema/],
  ['a schema that is true', with_({ schema: true }), 'broken', /schema has to be a JSON Schema/],
  [
    'a schema without a root type',
    with_({ schema: { properties: {} } }),
    'broken',
    /"type": "object" at its root, but has none/,
  ],
  [
    'a schema with another root type',
    with_({ schema: { type: 'string' } }),
    'broken',
    /"type": "object" at its root, but has "string"/,
  ],
  [
    'a schema with several root types',
    with_({ schema: { type: ['object', 'null'] } }),
    'broken',
    /"type": "object" at its root/,
  ],
  ['aliases that are no list', with_({ aliases: 'old' }), 'broken', /aliases have to be a list of names/],
  ['an alias that is no name', with_({ aliases: ['old name'] }), 'broken', /alias "old name" is no tool name/],
];

test.each(atTheMerge)(
  '1.6 %s is quarantined at the merge, and its siblings stay',
  async (_what, definition, name, says) => {
    const host = await listing(tool('before'), definition, tool('after'));
    const { tools, leftOut, companions } = await host.catalogue();
    expect(tools.map((one) => one.name)).toEqual(['before', 'after']);
    expect(leftOut).toEqual([
      { name, owner: '@acme/alpha', status: 'quarantined', cause: 'definition', reason: expect.stringMatching(says) },
    ]);
    expect(host.log.warnings('@acme/alpha')).toEqual([leftOut[0]?.reason]);
    // One broken definition is no failure of its provider.
    expect(companions).toMatchObject([{ state: 'ready', providers: [{ state: 'ready' }] }]);
    const turn = await host.turnWith(['before', 'after']);
    expect(await textOf(turn, 'after')).toBe('provider ran after');
  },
);

/** What is found when the tool is to be offered for the first time. */
const beforeTheOffer: readonly (readonly [what: string, fields: object, says: RegExp])[] = [
  [
    'a keyword with a wrong value',
    { schema: { type: 'object', properties: { a: { type: 'strng' } } } },
    /schema: "\/properties\/a\/type" is "strng"/,
  ],
  [
    'a required list that is a flag',
    { schema: { type: 'object', properties: { a: { type: 'string', required: true } } } },
    /Name the required properties/,
  ],
  ['a dialect that nobody knows', { schema: { $schema: 'https://example.org/mine', type: 'object' } }, /schema: /],
  [
    'a reference that leads nowhere',
    { schema: { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } } },
    /schema: "\/properties\/a\/\$ref"/,
  ],
  [
    'a reference into the network',
    { schema: { type: 'object', properties: { a: { $ref: 'https://example.org/schema.json' } } } },
    /schema: "\/properties\/a\/\$ref"/,
  ],
  [
    'an output schema that is broken',
    { outputSchema: { type: 'object', properties: { a: { type: 'strng' } } } },
    /outputSchema: "\/properties\/a\/type"/,
  ],
  ['an output schema with another root', { outputSchema: { type: 'array' } }, /outputSchema .*"type": "object"/],
  [
    'a function in the schema',
    { schema: { type: 'object', properties: { a: () => 'x' } } },
    /\/schema\/properties\/a is a function/,
  ],
  ['a cycle in the schema', { schema: cycle() }, /nested deeper than 64 levels/],
  [
    'a BigInt in the schema',
    { schema: { type: 'object', properties: { a: { minimum: 1n } } } },
    /\/schema\/properties\/a\/minimum is a bigint/,
  ],
  [
    'a getter that throws',
    { schema: Object.defineProperty({ type: 'object' }, 'properties', { enumerable: true, get: raise }) },
    /\/schema\/properties cannot be read: boom/,
  ],
  [
    'settings that are no settings',
    { settingsSchema: { type: 'object', properties: { a: { type: 'object' } } } },
    /settingsSchema/,
  ],
  ['a label that is no text', { label: 5 }, /label has to be a text/],
  ['an icon that is an address', { icon: 'https://example.org/i.png' }, /icon has to be/],
  ['an unknown level', { minimumConfidence: 'VERY_HIGH' }, /minimumConfidence has to be one of NONE, /],
  ['visibility with an unknown field', { visibleIn: { chats: true } }, /visibleIn has the unknown field "chats"/],
  ['sensitive arguments that are no list', { sensitiveArguments: 'password' }, /sensitiveArguments has to be a list/],
];

test.each(beforeTheOffer)(
  '1.6 %s is quarantined before it is first offered, and its siblings stay',
  async (_what, fields, says) => {
    const host = await listing(good, with_(fields));
    const turn = await host.turnWith(['broken', 'good']);
    expect(turn.offered.map(({ name }) => name)).toEqual(['good']);
    expect(turn.withheld).toMatchObject([{ name: 'broken', code: 'quarantined', reason: expect.stringMatching(says) }]);
    expect(await turn.call({ name: 'broken' })).toMatchObject({ isError: true, executed: 'no' });
    expect(await textOf(turn, 'good')).toBe('provider ran good');
    const { tools, leftOut } = await host.catalogue();
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(leftOut).toEqual([
      {
        name: 'broken',
        owner: '@acme/alpha',
        status: 'quarantined',
        cause: 'definition',
        reason: turn.withheld[0]?.reason,
      },
    ]);
  },
);

test('1.6 a schema that cannot be compiled is quarantined at the first call, and its siblings stay', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(?:xy){1,2000}$' } } };
  const host = await listing(good, tool('broken', { schema }));
  const turn = await host.turnWith(['broken', 'good']);
  expect(turn.offered.map(({ name }) => name)).toEqual(['broken', 'good']);
  expect(await turn.call({ name: 'broken', arguments: { a: 'y' } })).toMatchObject({
    status: 'BLOCKED',
    executed: 'no',
  });
  expect(await textOf(turn, 'good')).toBe('provider ran good');
  expect(host.log.warnings('@acme/alpha')).toEqual([
    expect.stringMatching(/"broken" of @acme\/alpha is quarantined: schema: .*pattern/),
  ]);

  const next = await host.startTurn({ bot: 'bot-1' });
  expect(next.offered.map(({ name }) => name)).toEqual(['good']);
  expect(next.withheld).toMatchObject([
    { name: 'broken', code: 'quarantined', reason: expect.stringMatching(/pattern/) },
  ]);
  expect((await host.catalogue()).leftOut).toMatchObject([{ name: 'broken', status: 'quarantined' }]);
});

test('1.6 a tool under the operator’s name is quarantined at its first call as well', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(?:xy){1,2000}$' } } };
  const companions = [createCompanion('@acme/alpha', createProvider([tool('broken', { schema })]))];
  const host = await createTestHost({
    companions,
    exposeAs: [{ owner: '@acme/alpha', tool: 'broken', as: 'renamed' }],
  });
  await (await host.turnWith(['renamed'])).call({ name: 'renamed' });
  await host.setCompanionSettings('@acme/alpha', {});
  const next = await host.startTurn({ bot: 'bot-1' });
  expect(next.withheld).toMatchObject([{ name: 'renamed', code: 'quarantined' }]);
});

test('1.6 a mended definition is judged anew', async () => {
  let schema: object = { type: 'string' };
  const provider = createProvider(() => [tool('mended', { schema: schema as ToolDefinition['schema'] })]);
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  expect(await host.catalogue()).toMatchObject({ tools: [], leftOut: [{ status: 'quarantined' }] });
  schema = { type: 'object', properties: { a: { type: 'strng' } } };
  await host.refresh();
  expect(await host.catalogue()).toMatchObject({ tools: [], leftOut: [{ status: 'quarantined' }] });
  schema = { type: 'object' };
  await host.refresh();
  expect(await host.catalogue()).toMatchObject({ tools: [{ name: 'mended' }], leftOut: [] });
});

test('1.6 definitions that no bot has are not copied or checked', async () => {
  let reads = 0;
  const schema = Object.defineProperty({ type: 'object' }, 'properties', {
    enumerable: true,
    get: () => {
      reads += 1;
      return {};
    },
  });
  const host = await listing(good, with_({ name: 'lazy', schema }));
  await host.turnWith(['good']);
  expect(reads).toBe(0);
  await host.turnWith(['lazy']);
  expect(reads).toBe(1);
  await host.startTurn({ bot: 'bot-2' });
  expect(reads).toBe(1);
});

test('1.6 what is offered is a copy of the host’s own, deeply frozen and hashed', async () => {
  const properties = { text: { type: 'string', enum: ['a', 'b'] } };
  const definition = tool('copied', { schema: { type: 'object', properties }, policy: { readOnly: true } });
  const host = await listing(definition);
  const turn = await host.turnWith(['copied']);
  const [offered] = turn.offered;
  if (offered === undefined) throw new Error('nothing was offered');
  properties.text.type = 'number';
  Object.assign(definition, { description: 'Something else.', name: 'other' });
  const next = await host.startTurn({ bot: 'bot-1' });
  for (const {
    offered: [again],
  } of [turn, next]) {
    expect(again).toMatchObject({
      name: 'copied',
      description: 'Does copied.',
      schema: { properties: { text: { type: 'string' } } },
    });
  }
  expect(offered.definitionHash).toMatch(/^[0-9a-f]{64}$/);
  expect(findUnfrozen(offered)).toEqual([]);
  expect(findUnfrozen(turn.withheld)).toEqual([]);

  const same = await (
    await listing(
      tool('copied', {
        policy: { readOnly: true },
        schema: { properties: { text: { enum: ['a', 'b'], type: 'string' } }, type: 'object' },
      }),
    )
  ).turnWith(['copied']);
  expect(same.offered[0]?.definitionHash).toBe(offered.definitionHash);
  const other = await (await listing(tool('copied', { policy: { readOnly: false } }))).turnWith(['copied']);
  expect(other.offered[0]?.definitionHash).not.toBe(offered.definitionHash);
});

test('1.6 a definition that changes between its reads is quarantined, not believed', async () => {
  let reads = 0;
  const shifty = {
    ...tool('shifty'),
    get name() {
      reads += 1;
      return reads === 1 ? 'shifty' : 'good';
    },
  };
  const host = await listing(shifty, good);
  const turn = await host.turnWith(['shifty', 'good']);
  expect(turn.offered.map(({ name }) => name)).toEqual(['good']);
  expect(turn.withheld).toMatchObject([
    { name: 'shifty', code: 'quarantined', reason: expect.stringContaining('calls itself "good"') },
  ]);
});

test('1.7 hidden characters are taken out of what a model reads, and reported', async () => {
  const hidden = '\u202E\u200B\u{E0041}';
  const definition = tool('revealed', {
    description: `Reads${hidden} pages.`,
    schema: { type: 'object', properties: { url: { type: 'string', description: `The${hidden} address` } } },
  });
  const host = await listing(definition);
  const turn = await host.turnWith(['revealed']);
  expect(JSON.parse(turn.toolsJson)).toEqual([
    {
      name: 'revealed',
      description: 'Reads pages.',
      inputSchema: { type: 'object', properties: { url: { type: 'string', description: 'The address' } } },
    },
  ]);
  const { companions } = await host.catalogue();
  expect(companions[0]?.problems).toEqual([
    expect.objectContaining({
      code: 'TOOL_TEXT_CLEANED',
      message: expect.stringMatching(
        /"revealed" of @acme\/alpha: 3 at \/description, 3 at \/schema\/properties\/url\/description/,
      ),
    }),
  ]);
});

test('1.7 a companion’s tool can do all that a built-in can', async () => {
  const seen: unknown[] = [];
  const definition = tool('course_search', {
    label: { en: 'Courses', de: 'Kurse' },
    summary: { en: 'Finds courses', de: 'Findet Kurse' },
    icon: 'book',
    policy: { kind: 'search', readOnly: true },
    aliases: ['find_courses'],
    settingsSchema: { type: 'object', properties: { limit: { type: 'integer', title: 'Limit', default: 20 } } },
    outputSchema: { type: 'object', properties: { hits: { type: 'integer' } }, required: ['hits'] },
    sensitiveArguments: ['text'],
    visibleIn: { chat: true },
    systemPromptInstructions: 'Search first.',
    minimumConfidence: 'LOW',
  });
  let result: unknown = { hits: 3 };
  const provider = createProvider([definition], {
    executeTool: (_name, args, config) => {
      seen.push(args, config);
      return result;
    },
  });
  const host = await createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
  expect((await host.catalogue()).tools).toMatchObject([
    {
      name: 'course_search',
      label: 'Courses',
      summary: 'Finds courses',
      icon: 'book',
      aliases: ['find_courses'],
      isBuiltIn: false,
      policy: { kind: 'search', readOnly: true, destructive: true },
    },
  ]);
  const turn = await host.turnWith(['find_courses'], {
    locale: 'de-AT',
    modelProvider: { id: 'acme', confidence: 'LOW' },
  });
  expect(turn.offered).toMatchObject([{ name: 'course_search', label: 'Kurse', policy: { kind: 'search' } }]);
  expect(await turn.call({ name: 'find_courses', arguments: { text: 'private' } })).toMatchObject({
    isError: false,
    structuredContent: { hits: 3 },
  });
  expect(seen).toEqual([{ text: 'private' }, { limit: 20 }]);
  expect(JSON.stringify(host.traces.list())).not.toContain('private');
  result = { hits: 'many' };
  expect(await turn.call({ name: 'course_search' })).toMatchObject({ isError: true, status: 'ERROR' });
});

function listing(...definitions: readonly unknown[]): Promise<TestHost> {
  const provider = createProvider([], { getTools: () => definitions as readonly ToolDefinition[] });
  return createTestHost({ companions: [createCompanion('@acme/alpha', provider)] });
}

/** Places that could be written to. */
function findUnfrozen(value: unknown, place = '$'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, entry]) => findUnfrozen(entry, `${place}.${key}`));
  return Object.isFrozen(value) ? inside : [place, ...inside];
}

function cycle(): object {
  const schema: Record<string, unknown> = { type: 'object' };
  schema.properties = { again: schema };
  return schema;
}

function raise(): never {
  throw new Error('boom');
}
