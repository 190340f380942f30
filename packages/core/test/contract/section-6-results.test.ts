import { type CallOutcome, type CallToolResult, ToolBlockedError } from '@loadout/core';
import { expect, test } from 'vitest';
import { openTurn, readText } from '../builders/turn-builders.js';
import { hostileValues } from '../catalogue/hostile-values.js';

/** What a tool's answer becomes. */
async function answer(value: unknown, policy = {}): Promise<CallOutcome> {
  const modelProvider = { id: 'acme', confidence: 'HIGH' } as const;
  const turn = await (await openTurn({ a: { policy, run: () => value } })).startTurn({ modelProvider });
  const outcome = await turn.call({ name: 'a' });
  const later = await (await openTurn({ a: { policy, run: async () => value } })).startTurn({ modelProvider });
  const outcomeLater = await later.call({ name: 'a' });
  const comparable = ({ content, structuredContent, isError, status, _meta }: CallOutcome) =>
    JSON.stringify({ content, structuredContent, isError, status, _meta }).replaceAll(/\(error [\w-]+\)/g, '');
  expect(comparable(outcomeLater), 'a promise of it is treated in the same way').toBe(comparable(outcome));
  return outcome;
}

const lifted: readonly (readonly [what: string, value: unknown, text: string, structured?: unknown])[] = [
  ['a string', 'Hello', 'Hello'],
  ['a string that is JSON', '{"a":1}', '{"a":1}'],
  ['an object', { a: 1, b: [true, null] }, '{"a":1,"b":[true,null]}', { a: 1, b: [true, null] }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}', { a: 1 }],
  ['a property that is undefined', { a: 1, b: undefined }, '{"a":1}', { a: 1 }],
  ['a list', [1, 'two'], '[1,"two"]'],
  ['an empty list', [], '[]'],
  ['a number', 0, '0'],
  ['a truth value', false, 'false'],
  ['nothing', undefined, 'done'],
  ['null', null, 'done'],
  [
    'plain JSON with a content of its own',
    { content: 'chapter 1' },
    '{"content":"chapter 1"}',
    { content: 'chapter 1' },
  ],
  ['plain JSON with a list as its content', { content: [1, 2] }, '{"content":[1,2]}', { content: [1, 2] }],
  [
    'plain JSON with parts that are not those of a result',
    { content: [{ type: 'constructor' }, { type: 'chapter' }] },
    '{"content":[{"type":"constructor"},{"type":"chapter"}]}',
    { content: [{ type: 'constructor' }, { type: 'chapter' }] },
  ],
];

test.each(lifted)('6.5 %s is lifted into a result', async (_what, value, text, structured) => {
  const outcome = await answer(value);
  expect(outcome).toMatchObject({
    status: 'SUCCESS',
    executed: 'yes',
    isError: false,
    content: [{ type: 'text', text }],
  });
  expect(outcome.structuredContent).toEqual(structured);
});

const parts: CallToolResult['content'] = [
  { type: 'text', text: 'Two courses.', annotations: { audience: ['user'], priority: 1 }, _meta: { page: 2 } },
  { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  {
    type: 'resource_link',
    uri: 'https://example.org/c/1',
    name: 'c1',
    title: 'C',
    description: 'a course',
    mimeType: 'text/html',
    size: 5,
  },
  { type: 'resource', resource: { uri: 'file:///c/1', mimeType: 'text/plain', text: 'hello', _meta: { x: 1 } } },
  { type: 'resource', resource: { uri: 'file:///c/2', mimeType: 'application/pdf', blob: 'aGk=' } },
];

test('6.5 a result passes with all types of parts, structured content and _meta', async () => {
  const _meta = {
    'loadout/sources': [{ url: 'https://example.org/' }],
    'loadout/requiredConfidence': 'HIGH',
    other: { deep: [1] },
  };
  const result: CallToolResult = { content: parts, structuredContent: { total: 2 }, isError: false, _meta };
  expect(await answer(result)).toMatchObject(result);
});

test('6.5 parts keep their order and lose what no result has', async () => {
  const content = [...parts].reverse().map((part) => ({ ...part, surplus: true }));
  const outcome = await answer({ content, surplus: 1 });
  expect(outcome.content).toEqual([...parts].reverse());
  expect(outcome).not.toHaveProperty('surplus');
});

test("6.5 an error of the tool's own is an error, with its text", async () => {
  const outcome = await answer({ content: [{ type: 'text', text: 'No such course.' }], isError: true });
  expect(outcome).toMatchObject({
    status: 'ERROR',
    executed: 'yes',
    isError: true,
    content: [{ type: 'text', text: 'No such course.' }],
  });
});

const empty: readonly (readonly [what: string, value: unknown, text: string])[] = [
  ['no parts', { content: [] }, 'done'],
  ['no parts beside structured content', { content: [], structuredContent: { a: 1 } }, '{"a":1}'],
  ['structured content alone', { structuredContent: { a: 1 } }, '{"a":1}'],
  ['an error without parts', { content: [], isError: true }, 'The tool reported an error without saying which.'],
];

test.each(empty)('6.5 no result is empty: %s', async (_what, value, text) => {
  expect((await answer(value)).content).toEqual([{ type: 'text', text }]);
});

const malformed: readonly (readonly [what: string, value: unknown, place: RegExp])[] = [
  ['a text part without a text', { content: [{ type: 'text' }] }, /content\[0\]\.text/],
  ['a text part with a number', { content: [{ type: 'text', text: 5 }] }, /content\[0\]\.text/],
  ['an image without data', { content: [{ type: 'image', mimeType: 'image/png' }] }, /content\[0\]\.data/],
  ['an image without a type', { content: [{ type: 'image', data: 'aGk=' }] }, /content\[0\]\.mimeType/],
  [
    'an image with bytes',
    { content: [{ type: 'image', data: new Uint8Array(3), mimeType: 'image/png' }] },
    /content\[0\]\.data/,
  ],
  ['a sound without data', { content: [{ type: 'audio', mimeType: 'audio/wav' }] }, /content\[0\]\.data/],
  [
    'a link without a name',
    { content: [{ type: 'resource_link', uri: 'https://example.org/' }] },
    /content\[0\]\.name/,
  ],
  ['a link without a URI', { content: [{ type: 'resource_link', name: 'x' }] }, /content\[0\]\.uri/],
  ['a resource without anything', { content: [{ type: 'resource' }] }, /content\[0\]\.resource/],
  [
    'a resource without a URI',
    { content: [{ type: 'resource', resource: { text: 'x' } }] },
    /content\[0\]\.resource\.uri/,
  ],
  [
    'a resource without text or blob',
    { content: [{ type: 'resource', resource: { uri: 'file:///x' } }] },
    /content\[0\]\.resource/,
  ],
  ['an unknown type among known ones', { content: [parts[0], { type: 'video', data: '' }] }, /content\[1\]\.type/],
  ['a part without a type', { content: [parts[0], {}] }, /content\[1\]\.type/],
  ['a part that is null', { content: [parts[0], null] }, /content\[1\]/],
  ['a part that is a text', { content: [parts[0], 'more'] }, /content\[1\]/],
  ['isError that is no truth value', { content: parts, isError: 'yes' }, /isError/],
  ['structured content that is a list', { content: parts, structuredContent: [1] }, /structuredContent/],
  ['structured content with a cycle', { content: parts, structuredContent: cycle() }, /structuredContent/],
  ['_meta that is a list', { content: parts, _meta: [1] }, /_meta/],
  [
    'annotations that are a text',
    { content: [{ type: 'text', text: 'x', annotations: 'user' }] },
    /content\[0\]\.annotations/,
  ],
  ['more than 1,000 parts', { content: Array.from({ length: 1_001 }, () => parts[0]) }, /1001 parts/],
];

function cycle(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

test.each(malformed)('6.5 a malformed result is an error that names the place: %s', async (_what, value, place) => {
  const outcome = await answer(value);
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'yes', isError: true });
  expect(readText(outcome)).toMatch(place);
  expect(outcome.structuredContent).toBeUndefined();
});

const others: readonly (readonly [what: string, value: unknown])[] = [
  ['a function', () => 'x'],
  ['a symbol', Symbol('x')],
  ['a BigInt', 5n],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['a date', new Date()],
  ['a map', new Map([['a', 1]])],
  ['bytes', new Uint8Array([1, 2, 3])],
  ['an error that is returned', new Error('returned')],
  [
    'an instance of a class',
    new (class Course {
      readonly title = 'x';
    })(),
  ],
  ['an object with a function', { toJSON: () => 'x' }],
  ['a list with a hole', [1, undefined, 3]],
  ['a cycle', cycle()],
  ['an object with __proto__ as a key', JSON.parse('{"__proto__": {"a": 1}}')],
  ['more than 64 levels', Array.from({ length: 70 }).reduce((value: unknown) => [value], 'x')],
  ['JSON of many megabytes', { rows: Array.from({ length: 50 }, () => 'x'.repeat(100_000)) }],
];

test.each(others)('6.5 anything else is an error: %s', async (_what, value) => {
  const outcome = await answer(value);
  expect(outcome).toMatchObject({ status: 'ERROR', executed: 'yes', isError: true });
  expect(readText(outcome)).toMatch(/^Tool execution failed: The tool answered something that is no result/);
});

test('6.5 whatever a tool answers, the result is plain JSON of the documented shape', async () => {
  for (const [what, value] of hostileValues()) {
    const { turn } = await openTurn({
      a: () => value,
      in_a_part: () => ({ content: [value, parts[0]] }),
      b: () => 'b ran',
    });
    for (const name of ['a', 'in_a_part']) {
      const outcome = await turn.call({ name });
      expect(JSON.parse(JSON.stringify(outcome)), what).toEqual(outcome);
      expect(outcome.content.length, what).toBeGreaterThan(0);
      expect(typeof outcome.isError, what).toBe('boolean');
    }
    expect(readText(await turn.call({ name: 'b' })), what).toBe('b ran');
  }
});

test('6.5 getters that answer differently each time do no harm', async () => {
  let reads = 0;
  const value = {
    get content() {
      reads += 1;
      return reads % 2 === 1 ? [{ type: 'text', text: 'odd' }] : 'even';
    },
  };
  const { turn } = await openTurn({ a: () => value });
  const outcome = await turn.call({ name: 'a' });
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
});

test('6.5 a result is a copy: what the tool changes later does not reach it', async () => {
  const text = { type: 'text', text: 'first' };
  const result = { content: [text], structuredContent: { list: [1] } };
  const { turn } = await openTurn({ a: () => result });
  const outcome = await turn.call({ name: 'a' });
  text.text = 'changed';
  result.content.push(text);
  result.structuredContent.list.push(2);
  expect(outcome).toMatchObject({ content: [{ text: 'first' }], structuredContent: { list: [1] } });
  expect(outcome.content).toHaveLength(1);
});

test('6.5 a text of 50 MB is cut to the limit, and keeps its beginning and its end', async () => {
  const outcome = await answer(`BEGIN${'x'.repeat(50_000_000)}END`);
  const text = readText(outcome);
  expect(text.length).toBeLessThanOrEqual(100_000);
  expect(text).toMatch(/^BEGINx/);
  expect(text).toMatch(/xEND$/);
  expect(text).toContain('50000008 characters');
});

test('6.5 structured content that is longer than the limit is left out, and its text is cut', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => ({ n }));
  const outcome = await answer({ rows }, { maxResultCharacters: 200 });
  expect(outcome.structuredContent).toBeUndefined();
  expect(readText(outcome).length).toBeLessThanOrEqual(200);
  expect(outcome.status).toBe('SUCCESS');
});

test('6.5 an error result without content says what the tool did say', async () => {
  const { turn } = await openTurn({
    spoken: () => ({ isError: true, message: 'no such course', code: 404 }),
    silent: () => ({ isError: true }),
  });
  const spoken = await turn.call({ name: 'spoken' });
  expect(spoken).toMatchObject({ status: 'ERROR', isError: true });
  expect(JSON.parse(readText(spoken))).toEqual({ message: 'no such course', code: 404 });
  expect(readText(await turn.call({ name: 'silent' }))).toBe('The tool reported an error without saying which.');
});

test('6.5 a result that fits its output schema in no place says all of them on one line', async () => {
  const outputSchema = {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'string' } },
    required: ['a', 'b'],
  };
  const { turn } = await openTurn({ odd: { outputSchema, run: () => ({ a: 'x', b: 5 }) } });
  const text = readText(await turn.call({ name: 'odd' }));
  expect(text).toMatch(/output schema: .*\ba\b.*; .*\bb\b/);
});

test('6.7 the long texts of links and resources count, and are cut', async () => {
  const long = 'x'.repeat(500_000);
  const { turn } = await openTurn({
    link: () => ({ content: [{ type: 'resource_link', uri: 'https://example.org/', name: 'n', description: long }] }),
    resource: () => ({ content: [{ type: 'resource', resource: { uri: long, text: 'x' } }] }),
  });
  for (const name of ['link', 'resource']) {
    expect(JSON.stringify(await turn.call({ name })).length, name).toBeLessThan(101_000);
  }
});

test('6.6 a long message of ToolBlockedError is passed on whole up to the longest result, and an empty one says so', async () => {
  const { turn } = await openTurn({
    long: () => {
      throw new ToolBlockedError('y'.repeat(99_000));
    },
    longer: () => {
      throw new ToolBlockedError('y'.repeat(200_000));
    },
    empty: () => {
      throw new ToolBlockedError('');
    },
  });
  expect(readText(await turn.call({ name: 'long' }))).toBe('y'.repeat(99_000));
  expect(readText(await turn.call({ name: 'longer' })).length).toBe(100_000);
  expect(readText(await turn.call({ name: 'empty' }))).toBe('The tool must not run now.');
});

test('6.5 sources do not share the limit of the result: 100 whole ones stay, and of larger ones as many as have room', async () => {
  const list = (count: number, characters: number) =>
    Array.from({ length: count }, (_, index) => ({
      url: `https://example.org/${index}`,
      title: 'x'.repeat(characters),
    }));
  const sourcesOf = async (sources: unknown) => {
    const run = () => ({ content: parts, _meta: { 'loadout/sources': sources } }) as unknown as CallToolResult;
    const { turn } = await openTurn({ a: { policy: { maxResultCharacters: 100 }, run } });
    return (await turn.call({ name: 'a' }))._meta?.['loadout/sources'];
  };
  const many = list(101, 2_000);
  expect(await sourcesOf(many)).toEqual(many.slice(0, 100));
  const [large] = list(1, 300_000);
  // What is too large keeps its address and its title, which are bounded.
  const [first, ...others] = (await sourcesOf([large, ...list(12, 40).slice(1)])) as Record<string, string>[];
  expect(first).toEqual({ url: large?.url, title: 'x'.repeat(300) });
  expect(others).toEqual(list(12, 40).slice(1));
  const extra = { url: 'https://example.org/0', title: 'A page', snippet: 'x'.repeat(300_000) };
  expect(await sourcesOf([extra])).toEqual([{ url: extra.url, title: 'A page' }]);
  // Entries that are no sources, or of a page that is there already, take no place of another.
  const parted = Array.from({ length: 110 }, (_, index) => ({ url: 'https://example.org/page', title: `${index}` }));
  const files = Array.from({ length: 110 }, (_, index) => ({ file: `${index}` }));
  expect(await sourcesOf([...files, ...parted, ...list(5, 10)])).toEqual([parted[0], ...list(5, 10)]);
  expect(await sourcesOf('x'.repeat(200))).toBeUndefined();
});
