import { expect, test } from 'vitest';
import { openOperatorHost } from '../builders/operator-host.js';
import { tool } from '../builders/provider.js';

test('what is wrong with arguments is told by JSON pointers, without secrets, ten at most', async () => {
  const properties = { 'odd name/~': { type: 'string' }, rows: { type: 'array', items: { type: 'integer' } } };
  const schema = { type: 'object', properties, additionalProperties: false, required: ['rows'] };
  const { host } = await openOperatorHost({ '@acme/t': [tool('t', { schema } as never)] });
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['t']);
  host.secrets.remember('geheimnis-123');
  const turn = await host.startTurn({ bot: 'bot' });
  const problemsOf = async (given: object) => (await turn.call({ name: 't', arguments: given })).argumentProblems;
  expect(await problemsOf({ 'odd name/~': [1] })).toEqual([
    { pointer: '/rows', message: expect.any(String) },
    { pointer: '/odd name~1~0', message: expect.stringContaining('expected a string') },
  ]);
  expect(await problemsOf({ rows: Array.from({ length: 30 }, () => 'x') })).toHaveLength(10);
  expect(JSON.stringify(await problemsOf({ rows: [], 'geheimnis-123': 1 }))).not.toContain('geheimnis');
  expect(await problemsOf({ rows: [] })).toBeUndefined();
  await turn.end();
});
