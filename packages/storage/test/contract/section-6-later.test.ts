import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CompanionHost, createHost, type Host, type IToolProvider, type LoopStep } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore, openSqliteTraces, tracesFileOf } from '../../src/index.js';
import { askProcess } from '../ask-process.js';
import { makeDatabasePath } from '../temporary-folder.js';

const script = fileURLToPath(new URL('../fixtures/waiting-host.mjs', import.meta.url));

const call = (id: string) => ({ id, type: 'function', function: { name: 'send', arguments: '{}' } });
const message = { role: 'assistant', content: null, tool_calls: [call('c1'), call('c2')] };
const response = { choices: [{ index: 0, finish_reason: 'tool_calls', message }] };

/** A host in another process, on the file. */
async function startHost(file: string) {
  const child = fork(script, { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await askProcess(child);
  const send = (method: string, ...args: readonly unknown[]): Promise<unknown> => askProcess(child, { method, args });
  await send('open', file);
  return {
    suspend: async () => (await send('suspend', response)) as LoopStep,
    /** Until the tool runs. */
    resume: (turnId: string) => send('resume', turnId),
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** The host of this process, on the same file: its tool answers. */
async function openHost(file: string): Promise<{ readonly host: Host; readonly ran: string[] }> {
  const ran: string[] = [];
  const provider: IToolProvider = {
    getTools: () => [
      {
        name: 'send',
        description: 'Sends.',
        schema: { type: 'object', properties: {} },
        policy: { kind: 'write', readOnly: false, idempotent: false, approval: 'ask' },
      },
    ],
    executeTool: (_name, _args, _config, { callId }) => {
      ran.push(callId);
      return 'sent';
    },
  };
  const store = await openSqliteStore({ file });
  const traces = await openSqliteTraces({ file: tracesFileOf(file) });
  const host = await createHost({
    store,
    traces,
    approver: () => ({ decision: 'allow', scope: 'once' }),
    companions: [
      {
        id: '@acme/mail',
        load: () => ({
          register: (given: CompanionHost) =>
            given.on('CollectToolProviders', (event) => event.registerProvider(provider)),
        }),
      },
    ],
  });
  onTestFinished(async () => {
    await host.close();
    await traces.close();
    await store.close();
  });
  return { host, ran };
}

test('6.8 a turn that waits is there after kill -9, and goes on in another process', async () => {
  const file = makeDatabasePath();
  const other = await startHost(file);
  const step = await other.suspend();
  expect(step).toMatchObject({ stop: 'awaiting-approval' });
  await other.kill();

  const { host, ran } = await openHost(file);
  const [approval] = await host.approvals.list();
  expect(approval).toMatchObject({ callId: 'c1', state: 'waiting', turnId: step.suspension });
  await host.approvals.allow(approval?.id ?? '');
  const { loop, transcript } = await host.resumeTurn(step.suspension ?? '');
  expect(transcript).toEqual([{ role: 'user', content: 'Send it.' }, message]);
  expect((await loop.resume()).outcomes.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  expect(ran).toEqual(['c1', 'c2']);
});

test('6.8 a call that ran when its process was killed is answered "may have run" by the next resume, and not repeated', async () => {
  const file = makeDatabasePath();
  const other = await startHost(file);
  const { suspension } = await other.suspend();
  await other.resume(suspension ?? '');

  const { host, ran } = await openHost(file);
  // While it lives, nobody else goes on with its turn.
  await expect(host.resumeTurn(suspension ?? '')).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
  await other.kill();
  const { loop } = await host.resumeTurn(suspension ?? '');
  const { outcomes } = await loop.resume();
  expect(outcomes).toMatchObject([
    {
      callId: 'c1',
      status: 'ERROR',
      executed: 'unknown',
      content: [{ text: expect.stringContaining('may have run') }],
    },
    { callId: 'c2', status: 'SUCCESS' },
  ]);
  expect(ran).toEqual(['c2']);
  // The traces say the same.
  const traces = await host.traces.list({ callId: 'c1' });
  expect(traces).toMatchObject([{ hasEnded: false, executed: 'unknown' }]);
});

test('6.8 a new message answers a call that ran when its process was killed "may have run"', async () => {
  const file = makeDatabasePath();
  const other = await startHost(file);
  const { suspension } = await other.suspend();
  await other.resume(suspension ?? '');
  await other.kill();

  const { host, ran } = await openHost(file);
  const turn = await host.startTurn({ bot: 'bot-a', model: { api: 'chat' }, conversation: { id: 'room' } });
  const closed = await turn.createLoop().closeOpenCalls([{ role: 'user', content: 'Send it.' }, message]);
  expect(closed).toMatchObject([
    { tool_call_id: 'c1', content: expect.stringContaining('may have run') },
    { tool_call_id: 'c2', content: expect.stringContaining('did not run') },
  ]);
  await expect(host.resumeTurn(suspension ?? '')).rejects.toMatchObject({ code: 'TURN_UNKNOWN' });
  expect(ran).toEqual([]);
});

test('6.8 an approval for a conversation is known after a restart', async () => {
  const file = makeDatabasePath();
  const other = await startHost(file);
  await other.suspend();
  const { host } = await openHost(file);
  const [approval] = await host.approvals.list();
  await host.approvals.allow(approval?.id ?? '', { scope: 'conversation' });
  await other.kill();
  const store = await openSqliteStore({ file });
  expect(await store.listConversationApprovals('bot-a', 'room')).toMatchObject([
    { owner: '@acme/mail', toolName: 'send', definitionHash: approval?.definitionHash },
  ]);
  await store.close();
});
