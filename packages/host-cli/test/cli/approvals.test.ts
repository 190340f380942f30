import { join } from 'node:path';
import { type CompanionHost, createHost } from '@loadout/core';
import { openSqliteStore } from '@loadout/storage';
import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';

/** A turn of the project's bot that waits, as the runtime of the bot leaves it behind. */
async function suspendTurn(cwd: string, calls: readonly string[]): Promise<void> {
  const store = await openSqliteStore({ file: join(cwd, '.loadout/loadout.sqlite') });
  const host = await createHost({
    store,
    logger: () => undefined,
    approver: () => ({ decision: 'later' }),
    companions: [
      {
        id: '@acme/mail',
        load: () => ({
          register: (given: CompanionHost) =>
            given.on('CollectToolProviders', (event) =>
              event.registerProvider({
                getTools: () => [
                  {
                    name: 'send',
                    description: 'Sends.',
                    schema: { type: 'object' },
                    policy: { approval: 'ask' },
                    sensitiveArguments: ['token'],
                  },
                ],
                executeTool: () => 'sent',
              }),
            ),
        }),
      },
    ],
  });
  await host.assign('guide', ['send']);
  for (const id of calls) {
    const turn = await host.startTurn({ bot: 'guide', model: { api: 'chat' }, conversation: { id } });
    const loop = turn.createLoop();
    loop.request();
    const call = { id, type: 'function', function: { name: 'send', arguments: '{"to":"anna","token":"t0ken"}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    await loop.accept({ choices: [{ index: 0, finish_reason: 'tool_calls', message }] });
    await turn.end();
  }
  await host.close();
  await store.close();
}

test('calls that wait are listed, allowed and denied, once each', async () => {
  const { cwd, run, json } = await makeConfiguredProject();
  expect((await run('approvals', 'list')).stdout).toBe('No call waits for approval.\n');
  await suspendTurn(cwd, ['c1', 'c2']);
  const { approvals } = await json('approvals', 'list');
  const [second, first] = approvals;
  expect(approvals).toMatchObject([
    { callId: 'c2', botId: 'guide', tool: 'send', state: 'waiting', arguments: { to: 'anna', token: '[masked]' } },
    { callId: 'c1' },
  ]);
  const table = (await run('approvals', 'list')).stdout;
  expect(table).toMatch(new RegExp(`^${first.id} +guide +send +waiting +\\S+ +\\{"to":"anna"`, 'm'));
  expect(table).not.toContain('t0ken');
  expect((await run('complete', '--', 'approvals', 'allow', '')).stdout.trim().split('\n').sort()).toEqual(
    [first.id, second.id].sort(),
  );
  expect((await run('complete', '--', 'approvals', 'allow', 'x', '--scope', 't')).stdout).toBe('turn\n');

  const allowed = await run('approvals', 'allow', first.id, '--scope', 'conversation');
  expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining('allowed for the conversation') });
  expect(await json('approvals', 'deny', second.id, '--reason', 'Not today.')).toMatchObject({
    state: 'denied',
    reason: 'Not today.',
    decidedBy: { via: 'cli' },
  });
  expect(await run('approvals', 'allow', second.id)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is denied already'),
  });
  expect(await run('approvals', 'allow', 'nothing')).toMatchObject({ code: 1, stdout: '' });
  expect((await run('approvals', 'allow', first.id, '--scope', 'ever')).code).toBe(2);
  expect((await json('approvals', 'list')).approvals.map(({ state }: { state: string }) => state)).toEqual([
    'denied',
    'allowed',
  ]);
  expect((await run('audit', '--action', 'approval-allowed')).stdout).toContain(first.id);
});

test('what is allowed for a conversation is shown below, completed, and taken back', async () => {
  const { cwd, run, json } = await makeConfiguredProject();
  await suspendTurn(cwd, ['room']);
  const [approval] = (await json('approvals', 'list')).approvals;
  await run('approvals', 'allow', approval.id, '--scope', 'conversation');
  const { lasting } = await json('approvals', 'list', '--bot', 'guide');
  expect(lasting).toMatchObject([{ botId: 'guide', tool: 'send', conversationId: 'room' }]);
  const [{ id }] = lasting;
  expect((await run('approvals', 'list')).stdout).toMatch(new RegExp(`^${id} +guide +send +\\S+ +room$`, 'm'));
  expect((await run('complete', '--', 'approvals', 'revoke', '')).stdout).toBe(`${id}\n`);
  expect(await run('approvals', 'revoke', id)).toMatchObject({
    code: 0,
    stdout: 'send of guide needs approval again in the conversation room.\n',
  });
  expect((await json('approvals', 'list')).lasting).toEqual([]);
  expect(await run('approvals', 'revoke', id)).toMatchObject({ code: 1, stdout: '' });
  expect((await run('audit', '--action', 'approval-revoked')).stdout).toContain(id);
});
