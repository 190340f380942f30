/** Tools that their provider does not list any more, and runs all the same: two hosts on one file, one after the other. */
import type { CompanionEntry, CompanionModule, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { openProofHost, type ProofHost } from '../proofs/open-proof-host.js';
import { makeDatabasePath } from '../temporary-folder.js';

type Listed = readonly (Partial<ToolDefinition> & { readonly name: string })[];

test('6.7 a tool that was dropped while the host ran is judged after a restart by the definition that was listed last', async () => {
  const life = await startLife([{ name: 'pay' }]);
  await life.host().assign('bot', ['pay']);
  await life.list([{ name: 'pay', policy: { approval: 'deny' } }]);
  await life.list([{ name: 'other' }]);
  const before = await life.judge('pay');
  expect(before).toEqual({ codes: ['absent'], status: 'BLOCKED' });

  await life.restart([{ name: 'other' }]);
  expect(await life.judge('pay')).toEqual(before);
  await life.list([]);
  expect(await life.judge('pay')).toEqual(before);
  await life.restart([]);
  expect(await life.judge('pay')).toEqual(before);
  expect(life.ran).toEqual([]);
});

test('6.7 so it is for all that the definition says, before its provider has answered and after', async () => {
  const life = await startLife([{ name: 'pay' }]);
  await life.host().assign('bot', ['pay']);
  await life.list([
    {
      name: 'pay',
      minimumConfidence: 'HIGH',
      visibleIn: { chat: false },
      settingsSchema: { type: 'object', properties: { account: { type: 'string' } }, required: ['account'] },
    },
  ]);
  await life.host().decisions.set('withhold-changed-definitions', '', true);
  await life.list([]);
  const before = await life.judge('pay');
  expect(before.codes).toEqual([
    'absent',
    'definition-changed',
    'not-visible',
    'not-configured',
    'below-minimum-confidence',
  ]);
  await life.restart([]);
  expect(await life.judge('pay')).toEqual(before);
});

test('6.7 a definition that is broken by now frees the tool of nothing, neither before a restart nor after', async () => {
  const broken = { name: 'pay', description: 7 as never };
  const life = await startLife([{ name: 'pay' }]);
  await life.host().assign('bot', ['pay']);
  await life.list([{ name: 'pay', policy: { approval: 'deny' } }]);
  await life.judge('pay');
  await life.list([broken]);
  expect((await life.judge('pay')).status).toBe('BLOCKED');
  await life.restart([broken]);
  expect((await life.judge('pay')).status).toBe('BLOCKED');
  await life.list([]);
  expect((await life.judge('pay')).status).toBe('BLOCKED');
  await life.restart([]);
  expect((await life.judge('pay')).status).toBe('BLOCKED');
  expect(life.ran).toEqual([]);
});

test('6.7 the definition is found by the operator’s name for the tool, and by an old name of it', async () => {
  const definition = { name: 'pay', aliases: ['old_pay'] };
  const life = await startLife([definition, { name: 'send' }]);
  await life.host().decisions.set('expose-as', '@acme/pay#send', 'send_money');
  expect(await life.host().assign('bot', ['old_pay', 'send_money'])).toEqual(['pay', 'send_money']);
  await life.list([
    { ...definition, policy: { approval: 'deny' } },
    { name: 'send', policy: { approval: 'deny' } },
  ]);
  await life.list([]);
  await life.host().unassign('bot', ['pay']);
  expect(await life.host().assign('bot', ['old_pay'])).toEqual(['old_pay']);
  const before = [await life.judge('old_pay'), await life.judge('send_money')];
  expect(before.map(({ status }) => status)).toEqual(['BLOCKED', 'BLOCKED']);
  await life.restart([]);
  expect([await life.judge('old_pay'), await life.judge('send_money')]).toEqual(before);
});

test('6.7 the definition goes when the tool is listed again, and when no bot has it', async () => {
  const life = await startLife([{ name: 'pay' }, { name: 'send' }, { name: 'spare' }]);
  await life.host().assign('bot', ['pay', 'send']);
  await life.list([]);
  await life.restart([]);
  // The one that nobody has is not kept.
  expect(await life.dropped()).toEqual(['send', 'pay']);
  await life.list([{ name: 'pay', policy: { approval: 'deny' } }]);
  await life.judge('pay');
  await life.host().unassign('bot', ['send']);
  await life.restart([]);
  expect(await life.dropped()).toEqual([]);
  await life.host().refresh();
  expect((await life.judge('pay')).status).toBe('BLOCKED');
  await life.restart([]);
  expect(await life.dropped()).toEqual(['pay']);
});

test('6.7 of more than there is room for, those go that left first', async () => {
  const large = (name: string) => ({ name, description: 'x'.repeat(150_000), policy: { approval: 'deny' } as const });
  const names = ['one', 'two', 'three', 'four'];
  const life = await startLife(names.map(large));
  await life.host().assign('bot', names);
  for (let left = 1; left <= names.length; left += 1) await life.list(names.slice(left).map(large));
  await life.restart([]);
  expect(await life.dropped()).toEqual(['four', 'three', 'two']);
});

test('6.7 a listed tool that a bot has by a name that counts no more is judged by what is listed', async () => {
  const life = await startLife([{ name: 'pay' }]);
  await life.host().decisions.set('expose-as', '@acme/pay#pay', 'send_money');
  await life.host().assign('bot', ['send_money']);
  await life.judge('send_money');
  await life.list([{ name: 'pay', policy: { approval: 'deny' } }]);
  await life.host().decisions.unset('expose-as', '@acme/pay#pay');
  const before = await life.judge('send_money');
  expect(before.status).toBe('BLOCKED');
  await life.restart([]);
  expect(await life.dropped()).toEqual([]);
  expect(await life.judge('send_money')).toEqual(before);
});

const renames: readonly (readonly [string, string])[] = [
  ['two', 'one'],
  ['three', 'two'],
  ['four', 'three'],
];

test('6.7 a tool that was renamed more than once is under its first name what it became, before restarts and after', async () => {
  const bars = {
    denied: {},
    minimum: {},
    'own policy': { policy: { approval: 'deny' } },
    'own minimum': { minimumConfidence: 'HIGH' },
  } as const;
  for (const [bar, last] of Object.entries(bars)) {
    const life = await startLife([{ name: 'one' }]);
    await life.host().assign('bot', ['one']);
    for (const [name, before] of renames) {
      await life.list([{ name, aliases: [before], ...(name === 'four' ? last : {}) }, { name: 'other' }]);
      await life.judge('one');
      // What was written down is settled here as well.
      await life.restart([{ name, aliases: [before], ...(name === 'four' ? last : {}) }, { name: 'other' }]);
      await life.judge('one');
    }
    if (bar === 'denied') await life.host().decisions.set('approval', 'four', 'deny');
    if (bar === 'minimum') await life.host().decisions.set('minimum-confidence', 'four', 'HIGH');
    const before = await life.judge('one');
    expect(before.status, bar).toBe('BLOCKED');
    await life.list([{ name: 'other' }]);
    expect(await life.judge('one')).toEqual(before);
    for (let restart = 0; restart < 2; restart += 1) {
      await life.restart([{ name: 'other' }]);
      expect(await life.judge('one'), bar).toEqual(before);
    }
  }
});

test('6.7 so it is when all that happened in one run', async () => {
  const life = await startLife([{ name: 'one' }]);
  await life.host().assign('bot', ['one']);
  for (const [name, before] of renames) {
    await life.list([{ name, aliases: [before] }]);
    await life.judge('one');
  }
  await life.host().decisions.set('approval', 'four', 'deny');
  await life.list([]);
  await life.restart([]);
  expect(await life.dropped()).toEqual(['four', 'three', 'two']);
  expect((await life.judge('one')).status).toBe('BLOCKED');
});

test('6.7 what it became frees it of nothing when it is broken by now', async () => {
  for (const broken of [{ description: 7 as never }, { label: 7 as never }]) {
    const life = await startLife([{ name: 'one' }]);
    await life.host().assign('bot', ['one']);
    await life.list([{ name: 'two', aliases: ['one'] }]);
    const three = { name: 'three', aliases: ['two'], policy: { approval: 'deny' } } as const;
    await life.list([three]);
    await life.host().assign('bot', ['three']);
    expect((await life.judge('one')).status).toBe('BLOCKED');
    const listed = [{ ...three, ...broken }];
    await life.list(listed);
    expect((await life.judge('one')).status).toBe('BLOCKED');
    await life.restart(listed);
    expect((await life.judge('one')).status).toBe('BLOCKED');
    expect(life.ran).toEqual([]);
  }
});

test('6.7 an older name that a listed tool lost is a name of it, also after a restart', async () => {
  const life = await startLife([{ name: 'old_pay' }]);
  await life.host().assign('bot', ['old_pay']);
  await life.list([{ name: 'pay', aliases: ['old_pay'] }]);
  await life.host().decisions.set('approval', 'pay', 'deny');
  for (const listed of [[{ name: 'pay' }], []]) {
    await life.list(listed);
    expect((await life.judge('old_pay')).status).toBe('BLOCKED');
    await life.restart(listed);
    expect((await life.judge('old_pay')).status).toBe('BLOCKED');
  }
  await life.restart([{ name: 'pay' }]);
  await life.host().refresh();
  expect((await life.judge('old_pay')).status).toBe('BLOCKED');
  expect(life.ran).toEqual([]);
});

test('6.8 what was decided under a name that is stated no more holds after restarts', async () => {
  for (const before of ['refresh', 'restart'] as const) {
    const life = await startLife([{ name: 'one' }]);
    const go = (listed: Listed) => (before === 'refresh' ? life.list(listed) : life.restart(listed));
    await life.host().assign('bot', ['one']);
    await go([{ name: 'two', aliases: ['one'] }]);
    await life.host().refresh();
    await life.host().decisions.set('approval', 'two', 'deny');
    for (const listed of [[{ name: 'one', aliases: ['two'] }], [{ name: 'three', aliases: ['one'] }], []]) {
      await go(listed);
      await life.host().refresh();
      expect((await life.judge('one')).status).toBe('BLOCKED');
    }
    await life.restart([]);
    await life.restart([{ name: 'four', aliases: ['one'] }]);
    expect((await life.judge('one')).status).toBe('BLOCKED');
    await life.host().refresh();
    expect((await life.judge('one')).status).toBe('BLOCKED');
    expect(life.ran).toEqual([]);
  }
});

test('6.8 so it does where the tool was broken in between', async () => {
  const life = await startLife([{ name: 'one' }]);
  await life.host().assign('bot', ['one']);
  await life.list([{ name: 'two', aliases: ['one'] }]);
  await life.host().decisions.set('approval', 'two', 'deny');
  for (const [name, ...aliases] of [
    ['two', 'one'],
    ['three', 'one', 'two'],
    ['four', 'one', 'two', 'three'],
  ]) {
    await life.restart([{ name: name ?? '', aliases, description: '' }]);
    expect((await life.judge('one')).status).toBe('BLOCKED');
    await life.host().refresh();
    expect((await life.judge('one')).status).toBe('BLOCKED');
  }
  expect(life.ran).toEqual([]);
});

test('6.7 what another process wrote over the list meanwhile is known as well', async () => {
  const life = await startLife([{ name: 'pay' }]);
  let listed: Listed = [{ name: 'wire' }];
  const other = await openProofHost(life.file, { companions: [life.companion(() => listed)] });
  await other.host.refresh();
  await other.host.assign('bot', ['wire']);
  listed = [{ name: 'wire', policy: { approval: 'deny' } }];
  await other.host.refresh();
  await other.close();
  await life.list([{ name: 'other' }]);
  await life.restart([]);
  expect(await life.dropped()).toEqual(['wire']);
  expect(await life.judge('wire')).toEqual({ codes: ['absent'], status: 'BLOCKED' });
});

/** One database and its hosts, with a provider whose list changes while they run. */
async function startLife(first: Listed) {
  const file = makeDatabasePath();
  const ran: string[] = [];
  let listed = first;
  let proof: ProofHost;
  const companion = (list: () => Listed): CompanionEntry => ({
    id: '@acme/pay',
    load: (): CompanionModule => ({
      register(host) {
        const provider = {
          getTools: () =>
            list().map((tool): ToolDefinition => ({ description: 'Does it.', schema: { type: 'object' }, ...tool })),
          providesTool: () => true,
          executeTool: (name: string) => {
            ran.push(name);
            return 'done';
          },
        };
        host.on('CollectToolProviders', (event) => event.registerProvider(provider));
      },
    }),
  });
  const open = async (): Promise<void> => {
    proof = await openProofHost(file, { companions: [companion(() => listed)], components: ['chat'] });
  };
  await open();
  await proof!.host.bots.add({ id: 'bot' });
  await proof!.host.refresh();
  return {
    file,
    ran,
    companion,
    host: () => proof.host,
    list: async (next: Listed): Promise<void> => {
      listed = next;
      await proof.host.refresh();
    },
    restart: async (next: Listed): Promise<void> => {
      await proof.close();
      listed = next;
      await open();
    },
    /** What a turn says of the tool, and what becomes of a call. */
    judge: async (name: string) => {
      const turn = await proof.host.startTurn({
        bot: 'bot',
        component: 'chat',
        modelProvider: { id: 'model', confidence: 'LOW' },
      });
      const codes = turn.withheld.find((one) => one.name === name)?.reasons.map(({ code }) => code);
      const { status } = await turn.call({ name });
      await turn.end();
      return { codes, status };
    },
    dropped: async (): Promise<readonly unknown[] | undefined> => {
      const snapshot = await proof.store.getSnapshot('@acme/pay');
      // Names that were ever stated for one tool stand before them.
      const tools = snapshot?.droppedTools?.map((tool) => tool as { name?: unknown; relatedNames?: unknown });
      return tools?.filter(({ relatedNames }) => relatedNames === undefined).map(({ name }) => name);
    },
  };
}
