import { expect, test } from 'vitest';
import { judgeDefinition } from '../../src/catalogue/check-definition.js';
import { readToolPolicy, searchToolPolicy, writeToolPolicy } from '../../src/contract/policy.js';
import { hostileValues } from './hostile-values.js';

const good = { name: 'word_count', description: 'Counts words.', schema: { type: 'object' } };

test('a definition with the least there can be passes', () => {
  expect(judgeDefinition(good)).toEqual({ name: 'word_count', aliases: [] });
});

test('an instance of a class passes', () => {
  class Tool {
    get name(): string {
      return 'word_count';
    }
    description = 'Counts words.';
    schema = { type: 'object' };
  }
  expect(judgeDefinition(new Tool())).toMatchObject({ name: 'word_count' });
});

test('aliases are copied', () => {
  const aliases = ['count_words', 'wc'];
  const judged = judgeDefinition({ ...good, aliases });
  aliases.pop();
  expect(judged).toEqual({ name: 'word_count', aliases: ['count_words', 'wc'] });
});

test.each(['a', '_', 'A-b_9', 'x'.repeat(64)])('the name %s passes', (name) => {
  expect(judgeDefinition({ ...good, name })).toMatchObject({ name });
});

test.each(['', '9a', '-a', 'a b', 'a.b', 'ä', 'x'.repeat(65), 'a\n', 'a\u200B'])('the name %j is refused', (name) => {
  expect(judgeDefinition({ ...good, name })).toEqual({
    name: null,
    reason: expect.stringContaining('1 to 64 letters'),
  });
});

test.each([
  readToolPolicy(),
  searchToolPolicy(),
  writeToolPolicy({ approval: 'ask' }),
  {},
  { timeoutMs: 900_000 },
  { kind: undefined },
])('the policy %j passes', (policy) => {
  expect(judgeDefinition({ ...good, policy })).toMatchObject({ name: 'word_count' });
});

test.each<[string, object, RegExp]>([
  ['no description', { description: undefined }, /description has to be a text, but is undefined/],
  ['an empty description', { description: '' }, /description is empty/],
  ['a blank description', { description: ' \n\t' }, /description is empty/],
  ['an endless description', { description: 'x'.repeat(1_000_001) }, /larger than 1 MB/],
  ['no schema', { schema: undefined }, /schema has to be a JSON Schema as a plain object, but is undefined/],
  ['a schema that is a list', { schema: [] }, /but is a list/],
  ['a schema that is true', { schema: true }, /but is true/],
  [
    'a schema of a library',
    {
      schema: new (class {
        type = 'object';
      })(),
    },
    /plain object/,
  ],
  ['another root type', { schema: { type: 'string' } }, /"type": "object" at its root, but has "string"/],
  ['a list of root types', { schema: { type: ['object'] } }, /but has a list/],
  ['no root type', { schema: { properties: {} } }, /but has none/],
  ['a policy that is a text', { policy: 'read' }, /policy has to be an object/],
  ['a misspelt policy', { policy: { readonly: true } }, /unknown field "readonly". Did you mean "readOnly"/],
  ['an unknown kind', { policy: { kind: 'delete' } }, /policy.kind has to be one of search, read/],
  ['an unknown approval', { policy: { approval: 'maybe' } }, /policy.approval has to be one of never, ask, deny/],
  ['a flag that is a text', { policy: { readOnly: 'yes' } }, /policy.readOnly has to be true or false, but is "yes"/],
  ['a limit of zero', { policy: { identicalCallLimit: 0 } }, /whole number above 0, but is 0/],
  ['a limit without end', { policy: { maxCallsPerTurn: Number.POSITIVE_INFINITY } }, /but is Infinity/],
  ['a broken limit', { policy: { maxResultCharacters: 1.5 } }, /but is 1.5/],
  ['a deadline that is too long', { policy: { timeoutMs: 900_001 } }, /up to 900000/],
  ['aliases that are a text', { aliases: 'wc' }, /aliases have to be a list of names/],
  ['an alias that is no name', { aliases: ['wc', 'word count'] }, /alias "word count" is no tool name/],
  ['too many aliases', { aliases: new Array(101).fill('wc') }, /101 aliases; 100 are allowed/],
])('%s is refused under its name, with what to do', (_what, fields, reason) => {
  const judged = judgeDefinition({ ...good, ...fields });
  expect(judged).toEqual({ name: 'word_count', reason: expect.stringMatching(reason) });
  expect((judged as { reason: string }).reason).toMatch(/^Tool "word_count": /);
});

test.each(hostileValues())('%s as a definition is refused', (_what, value) => {
  expect(judgeDefinition(value)).toEqual({ name: null, reason: expect.any(String) });
});

test.each(['name', 'description', 'schema'])('a hostile %s is refused or passes, and never throws', (field) => {
  for (const [what, value] of hostileValues()) {
    const judged = judgeDefinition({ ...good, [field]: value });
    if (what !== 'a text') expect(judged, what).toHaveProperty('reason');
  }
});

test.each(['policy', 'aliases'])('a hostile %s never throws', (field) => {
  for (const [what, value] of hostileValues()) {
    expect(judgeDefinition({ ...good, [field]: value }), what).toHaveProperty('name');
  }
});

test('a reason shows foreign text on one short line', () => {
  const name = `a\u202E\n\u001B[31m${'x'.repeat(1_000)}`;
  const { reason } = judgeDefinition({ ...good, name }) as { reason: string };
  expect(reason).toMatch(/^[\x20-\x7e…]+$/);
  expect(reason.length).toBeLessThan(250);
});
