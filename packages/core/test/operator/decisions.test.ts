import { DECISION_KINDS, DECISION_TABLE } from '@loadout/core';
import { expect, test } from 'vitest';
import { openOperatorHost } from '../builders/operator-host.js';
import { tool } from '../builders/provider.js';

const open = () => openOperatorHost({ '@acme/tools': [tool('a', { aliases: ['old_a'] }), 'b'] });

test('every kind takes its example and says what it is about', async () => {
  const { host } = await open();
  const subjects = { none: '', tool: 'a', 'model-provider': 'openai', owner: '@acme/tools', component: 'chat' };
  for (const kind of DECISION_KINDS) {
    const { subject, example, description, expected } = DECISION_TABLE[kind];
    expect(await host.decisions.set(kind, subjects[subject], example)).toMatchObject({ kind, value: example });
    expect(`${description} ${expected}`).toMatch(/^[A-Z].*\. /);
  }
  expect(await host.decisions.list()).toHaveLength(DECISION_KINDS.length);
});

test('a tool is kept as its owner calls it, whatever name was given', async () => {
  const { host, actions } = await open();
  expect(await host.decisions.set('approval', 'old_a', 'ask')).toMatchObject({ subject: '@acme/tools#a' });
  await host.decisions.set('approval', '@acme/tools#a', 'ask');
  await host.decisions.set('expose-as', 'a', 'renamed');
  await host.decisions.set('minimum-confidence', 'renamed', 'HIGH');
  expect((await host.decisions.list()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'approval @acme/tools#a',
    'expose-as @acme/tools#a',
    'minimum-confidence @acme/tools#a',
  ]);
  expect((await host.audit())[0]).toMatchObject({ tool: 'renamed', subject: 'minimum-confidence @acme/tools#a' });
  expect(await host.decisions.unset('expose-as', 'renamed')).toBe(true);
  expect(await host.decisions.unset('expose-as', 'a')).toBe(false);
  expect(await host.decisions.unset('approval', 'a')).toBe(true);
  expect(await actions()).toEqual(['decision-set', 'decision-set', 'decision-set', 'decision-unset', 'decision-unset']);
});

test('a wrong kind, subject or value is refused with what was expected', async () => {
  const { host } = await open();
  const cases: readonly [string, unknown, unknown, string, string][] = [
    ['aproval', 'a', 'ask', 'DECISION_INVALID', 'Did you mean "approval"?'],
    ['approval', 'a', 'sometimes', 'DECISION_INVALID', 'never, ask, deny'],
    ['tools-off', '', false, 'DECISION_INVALID', 'unset it'],
    ['tools-off', 'a', true, 'DECISION_INVALID', 'has no subject'],
    ['expose-as', 'a', 'not a name', 'DECISION_INVALID', 'the name of a tool'],
    ['minimum-confidence', 'a', 'toString', 'DECISION_INVALID', 'MODERATE'],
    ['component-defaults', 'assistent', ['a'], 'DECISION_INVALID', 'Did you mean "assistant"?'],
    ['component-defaults', 'chat', ['a', 'a'], 'DECISION_INVALID', 'each once'],
    ['trusted-model-provider', ' ', true, 'DECISION_INVALID', 'the id of a model provider'],
    ['approval', 'nobody', 'ask', 'TOOL_UNKNOWN', 'owner#name'],
    ['approval', 7, 'ask', 'DECISION_INVALID', 'has to be a text'],
  ];
  for (const [kind, subject, value, code, text] of cases) {
    await expect(host.decisions.set(kind as never, subject as never, value as never)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
  }
  await expect(host.decisions.unset('aproval' as never, 'a')).rejects.toMatchObject({ code: 'DECISION_INVALID' });
  expect(await host.decisions.list()).toEqual([]);
});

test('a tool that nobody lists is decided about by owner and name, and taken back by its name', async () => {
  const { host } = await open();
  await host.decisions.set('approval', '@acme/later#x', 'deny');
  expect(await host.decisions.unset('approval', 'x')).toBe(true);
  expect(await host.decisions.unset('approval', 'x')).toBe(false);
});

test('an owner whose list is known is asked about its own tool by its own name, and about no other', async () => {
  const lists = { '@acme/first': ['search'], '@acme/second': [tool('search', { aliases: ['find'] }), 'write'] };
  const { host } = await openOperatorHost(lists, { exposeAs: [{ owner: '@acme/second', tool: 'write', as: 'note' }] });
  const set = async (subject: string) => (await host.decisions.set('approval', subject, 'ask')).subject;
  expect(await set('@acme/second#search')).toBe('@acme/second#search');
  expect(await set('@acme/second#find')).toBe('@acme/second#search');
  expect(await set('@acme/second#note')).toBe('@acme/second#write');
  await expect(set('@acme/second#serch')).rejects.toMatchObject({
    code: 'TOOL_UNKNOWN',
    message: '@acme/second lists no tool "serch". Did you mean "search"?',
  });
  expect(await host.decisions.list()).toHaveLength(2);
  // A document may be older than the list: it is imported, and says so.
  const document = await host.export();
  const decision = { kind: 'approval', subject: '@acme/second#serch', value: 'deny' } as const;
  expect((await host.import({ ...document, decisions: [...document.decisions, decision] })).remarks).toEqual([
    'The decision approval @acme/second#serch counts for nothing at present: @acme/second lists no tool "serch". Did you mean "search"?',
  ]);
});
