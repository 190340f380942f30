/** The life of a companion, on one database across restarts: every host here is a new one on the same file. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CompanionEntry, Finding, Host, HostOptions, ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { openProofHost, type ProofHost } from '../proofs/open-proof-host.js';
import { makeDatabasePath, makeTemporaryFolder } from '../temporary-folder.js';

const settingsSchema = { type: 'object', properties: { limit: { type: 'integer' } } };

test('4.2 the tools of a removed companion stay assigned, inert and shown, until it is back or they are unassigned', async () => {
  const restart = onOneDatabase();
  const first = await restart([companion('@acme/courses', ['search', 'read'])]);
  await first.bots.add({ id: 'demo' });
  await first.assign('demo', ['search'], { settingsOverride: { limit: 5 } });
  await first.assign('demo', ['read']);
  const { assignments } = await first.show('demo');

  const removed = await restart([]);
  const without = await removed.show('demo');
  expect(without.assignments).toEqual(assignments);
  expect(without.offered).toEqual([]);
  expect(without.withheld).toMatchObject([
    { name: 'search', code: 'absent', owner: '@acme/courses', label: 'The search of @acme/courses' },
    { name: 'read', code: 'absent', owner: '@acme/courses' },
  ]);
  expect(await textOfCall(removed, 'search')).not.toContain('@acme/courses');
  expect(await findingsOn(removed, 'search')).toMatchObject([
    {
      level: 'warning',
      message: expect.stringContaining('The search of @acme/courses'),
      remedy: expect.stringContaining('unassign'),
    },
  ]);
  await removed.unassign('demo', ['read']);

  const back = await restart([companion('@acme/courses', ['search', 'read'])]);
  expect(namesOf((await back.show('demo')).offered)).toEqual(['search']);
  expect((await back.show('demo')).assignments).toMatchObject([{ toolName: 'search', settingsOverride: { limit: 5 } }]);
  expect(await textOfCall(back, 'search')).toBe('@acme/courses ran search with 5');
  expect(await findingsOn(back, 'search')).toEqual([]);
});

test('4.2 a tool that its companion no longer lists, and one of a companion that is switched off, are inert with their labels', async () => {
  const restart = onOneDatabase();
  const first = await restart([companion('@acme/courses', ['search', 'read'])]);
  await first.bots.add({ id: 'demo' });
  await first.assign('demo', ['search', 'read']);

  const fewer = await restart([companion('@acme/courses', ['search'])]);
  // The list of the earlier run counts until the companion has answered.
  await fewer.refresh();
  const view = await fewer.show('demo');
  expect(namesOf(view.offered)).toEqual(['search']);
  expect(view.withheld).toMatchObject([{ name: 'read', code: 'absent', label: 'The read of @acme/courses' }]);

  const off = await restart([{ ...companion('@acme/courses', ['search']), enabled: false }]);
  expect((await off.show('demo')).withheld).toMatchObject([
    { name: 'search', code: 'absent', reason: '@acme/courses is switched off.' },
    { name: 'read', code: 'absent' },
  ]);
  expect((await off.examine()).map(({ subject }) => subject)).toContain('@acme/courses');
});

test('4.3 a companion under a new name that says what it was is withheld until the operator accepts it once, for all its tools and bots', async () => {
  const restart = onOneDatabase();
  const old = await restart([companion('@acme/old', ['search', 'read', 'dropped'])]);
  for (const id of ['one', 'two']) {
    await old.bots.add({ id });
    await old.assign(id, ['search', 'read', 'dropped'], { settingsOverride: { limit: 3 } });
  }
  await old.settings.set('read', 'limit', 9);
  await old.decisions.set('minimum-confidence', 'read', 'HIGH');

  const renamed = [{ ...companion('@acme/new', ['search', 'read']), formerly: ['@acme/old'] }];
  const waiting = await restart(renamed);
  const before = await waiting.show('one');
  expect(before.offered).toEqual([]);
  expect(before.withheld).toMatchObject([
    { name: 'search', code: 'owner-changed', reason: expect.stringContaining('says that it is the same') },
    { name: 'read', code: 'owner-changed' },
    { name: 'dropped', code: 'absent' },
  ]);
  expect(await findingsOn(waiting, 'search')).toMatchObject([
    { level: 'error', remedy: 'loadout owners accept @acme/old @acme/new' },
  ]);
  const accepted = await waiting.owners.accept('@acme/old', '@acme/new');
  expect(accepted).toEqual({
    tools: ['dropped', 'read', 'search'],
    bots: ['one', 'two'],
    settings: 1,
    decisions: 1,
    isFormerly: true,
  });

  const later = await restart(renamed);
  for (const bot of ['one', 'two']) {
    const { offered, withheld, assignments } = await later.show(bot, { confidence: 'HIGH' });
    expect(namesOf(offered)).toEqual(['search', 'read']);
    // It moved too, and is there as soon as the new package lists it.
    expect(withheld).toMatchObject([{ name: 'dropped', code: 'absent', owner: '@acme/new' }]);
    expect(assignments.map(({ settingsOverride }) => settingsOverride)).toEqual(Array(3).fill({ limit: 3 }));
    expect((await later.show(bot, { confidence: 'LOW' })).withheld).toMatchObject([
      { name: 'read', code: 'below-minimum-confidence' },
      { name: 'dropped' },
    ]);
  }
  expect(await later.settings.explain('read')).toMatchObject({ owner: '@acme/new' });
  expect(JSON.stringify(await later.settings.explain('read'))).toContain('9');
  expect(await findingsOn(later, 'search')).toEqual([]);
  expect(await later.audit({ action: 'owner-accepted', bot: 'two' })).toHaveLength(3);
});

test('4.3 another package with the same tool names is withheld until it is accepted, and only what it lists moves', async () => {
  const restart = onOneDatabase();
  const first = await restart([companion('@acme/one', ['search', 'read'])]);
  for (const id of ['one', 'two']) {
    await first.bots.add({ id });
    await first.assign(id, ['search', 'read']);
  }
  const other = await restart([companion('@other/tools', ['search'])]);
  expect((await other.show('one')).withheld).toMatchObject([
    {
      name: 'search',
      code: 'owner-changed',
      owner: '@other/tools',
      reason: expect.stringContaining('Accept the new owner'),
    },
    { name: 'read', code: 'absent', owner: '@acme/one' },
  ]);
  expect(await textOfCall(other, 'search', 'one')).not.toContain('ran search');
  expect(await findingsOn(other, 'search')).toMatchObject([
    { level: 'error', remedy: 'loadout owners accept @acme/one @other/tools' },
  ]);
  // For one bot alone.
  await other.changeLoadout('one', [{ action: 'accept', tool: 'search' }]);
  const accepted = await restart([companion('@other/tools', ['search'])]);
  expect(await textOfCall(accepted, 'search', 'one')).toBe('@other/tools ran search with undefined');
  expect((await accepted.show('two')).withheld[0]).toMatchObject({ name: 'search', code: 'owner-changed' });
  // For all.
  const moved = await accepted.owners.accept('@acme/one', '@other/tools');
  expect(moved).toEqual({ tools: ['search'], bots: ['two'], settings: 0, decisions: 0, isFormerly: false });
  expect(await accepted.show('two')).toMatchObject({
    offered: [{ name: 'search' }],
    withheld: [{ name: 'read', code: 'absent', owner: '@acme/one' }],
  });

  // The first one is back beside it: it is first in the configuration, so its definition wins, and nobody asked for that.
  const both = await restart([companion('@acme/one', ['search', 'read']), companion('@other/tools', ['search'])]);
  const { offered, withheld } = await both.show('two');
  expect(namesOf(offered)).toEqual(['read']);
  expect(withheld).toMatchObject([{ name: 'search', code: 'owner-changed', owner: '@acme/one' }]);
});

test('4.3 a tool that moves into the built-ins moves by itself, with its settings, and is the host’s for good', async () => {
  const restart = onOneDatabase();
  const first = await restart([companion('@acme/courses', ['search', 'read'])]);
  for (const id of ['one', 'two']) {
    await first.bots.add({ id });
    await first.assign(id, ['read', 'search'], { settingsOverride: { limit: 7 } });
  }
  const builtIn = createBuiltIn('search');
  const both = await restart([companion('@acme/courses', ['search', 'read'])], builtIn);
  expect(namesOf((await both.show('one')).offered)).toEqual(['read', 'search']);
  expect(await textOfCall(both, 'search', 'one')).toBe('built-in ran search with 7');
  expect((await findingsOn(both, 'search')).filter(({ level }) => level !== 'note')).toEqual([]);
  expect((await both.catalogue()).leftOut).toMatchObject([
    { name: 'search', owner: '@acme/courses', status: 'skipped' },
  ]);
  await both.close();

  const after = await restart([], builtIn);
  const { offered, withheld, assignments } = await after.show('one');
  expect(offered).toMatchObject([{ name: 'search', owner: 'builtin', label: 'Built-in search' }]);
  expect(withheld).toMatchObject([{ name: 'read', code: 'absent' }]);
  expect(assignments).toMatchObject([
    { toolName: 'read', owner: '@acme/courses', isBuiltIn: false },
    { toolName: 'search', owner: 'builtin', isBuiltIn: true, settingsOverride: { limit: 7 } },
  ]);
  // The one bot's was written down; the other one's is as soon as it is used.
  expect(await after.audit({ bot: 'one', tool: 'search', limit: 1 })).toMatchObject([{ actor: { via: 'host' } }]);
  const turn = await after.startTurn({ bot: 'two' });
  expect(namesOf(turn.offered)).toEqual(['search']);
  await turn.end();
  await after.close();

  // It is gone from the host again: the name belongs to nobody, and no other package gets it.
  const gone = await restart([companion('@other/tools', ['search'])]);
  for (const bot of ['one', 'two']) {
    expect((await gone.show(bot)).withheld).toMatchObject([
      { name: 'read', code: 'absent' },
      { name: 'search', code: 'owner-changed' },
    ]);
  }
});

test('4.3 what was decided and set for a tool goes into the built-ins with it, from its first turn there on', async () => {
  const restart = onOneDatabase();
  const first = await restart([companion('@acme/courses', ['search', 'read'])]);
  for (const id of ['one', 'two']) {
    await first.bots.add({ id });
    await first.assign(id, ['search', 'read']);
  }
  await first.decisions.set('minimum-confidence', 'search', 'MEDIUM');
  await first.decisions.set('approval', 'search', 'deny');
  await first.decisions.set('approval', 'read', 'ask');
  await first.settings.set('search', 'limit', 4);

  for (const bot of ['one', 'two']) {
    // Before and after it was written down, which the first look at the bot begins.
    for (let look = 0; look < 2; look += 1) {
      const builtIn = await restart([], createBuiltIn('search'));
      expect((await builtIn.show(bot, { confidence: 'LOW' })).withheld).toMatchObject([
        { name: 'search', code: 'below-minimum-confidence' },
        { name: 'read' },
      ]);
      const { offered } = await builtIn.show(bot, { confidence: 'HIGH' });
      expect(offered).toMatchObject([{ name: 'search', owner: 'builtin', policy: { approval: 'deny' } }]);
      await builtIn.close();
    }
  }
  const last = await restart([], createBuiltIn('search'));
  expect((await last.decisions.list()).map(({ kind, subject, value }) => ({ kind, subject, value }))).toEqual([
    { kind: 'approval', subject: '@acme/courses#read', value: 'ask' },
    { kind: 'approval', subject: 'builtin#search', value: 'deny' },
    { kind: 'minimum-confidence', subject: 'builtin#search', value: 'MEDIUM' },
  ]);
  await last.decisions.unset('approval', 'search');
  await last.decisions.unset('minimum-confidence', 'search');
  expect(await textOfCall(last, 'search', 'two')).toBe('built-in ran search with 4');
  expect(await last.audit({ tool: 'search', action: 'decision-set' })).toMatchObject([
    { subject: expect.stringContaining('builtin#search'), actor: { via: 'host' } },
    { subject: expect.stringContaining('builtin#search'), actor: { via: 'host' } },
    { actor: { via: 'code' } },
    { actor: { via: 'code' } },
  ]);
});

test('4.3 a companion that keeps its tool under another name keeps what was decided for it, beside the built-in', async () => {
  const restart = onOneDatabase();
  const courses = companion('@acme/courses', ['search']);
  const first = await restart([courses]);
  await first.bots.add({ id: 'one' });
  await first.assign('one', ['search']);
  await first.decisions.set('approval', 'search', 'deny');
  await first.settings.set('search', 'limit', 4);

  const both = await restart([courses], createBuiltIn('search'));
  await both.decisions.set('expose-as', '@acme/courses#search', 'course_search');
  await both.assign('one', ['course_search']);
  await both.show('one');
  await both.close();
  const later = await restart([courses], createBuiltIn('search'));
  const { offered } = await later.show('one');
  expect(offered).toMatchObject([
    { name: 'search', owner: 'builtin', policy: { approval: 'deny' } },
    { name: 'course_search', owner: '@acme/courses', policy: { approval: 'deny' } },
  ]);
  expect((await later.decisions.list()).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'approval @acme/courses#search',
    'approval builtin#search',
    'expose-as @acme/courses#search',
  ]);
  expect(JSON.stringify(await later.settings.explain('search'))).toContain('4');
  expect(JSON.stringify(await later.settings.explain('course_search'))).toContain('4');
});

/** Answers a function that closes the host before and starts a new one, with these companions, on the same file. */
function onOneDatabase(): (companions: readonly CompanionEntry[], options?: HostOptions) => Promise<Host> {
  const file = makeDatabasePath();
  let last: ProofHost | undefined;
  return async (companions, options = {}) => {
    await last?.close();
    last = await openProofHost(file, { ...options, companions });
    return last.host;
  };
}

/** A companion whose tools say who ran them, and with which limit. */
function companion(id: string, names: readonly string[]): CompanionEntry {
  const tools = names.map(
    (name): ToolDefinition => ({
      name,
      description: `Does ${name}.`,
      label: `The ${name} of ${id}`,
      schema: { type: 'object' },
      settingsSchema,
    }),
  );
  const provider = {
    getTools: () => tools,
    executeTool: (name: string, _args: unknown, config: Readonly<Record<string, unknown>>) =>
      `${id} ran ${name} with ${config.limit}`,
  };
  return {
    id,
    load: () => ({
      register: (host: {
        on(name: string, listener: (event: { registerProvider(one: unknown): void }) => void): void;
      }) => host.on('CollectToolProviders', (event) => event.registerProvider(provider)),
    }),
  };
}

function createBuiltIn(name: string): HostOptions {
  const folder = makeTemporaryFolder();
  const file = {
    schemaVersion: 1,
    id: name,
    implementationKey: name,
    settingsSchema,
    function: { name, descriptionForLLM: `Does ${name}.`, parameters: { type: 'object', properties: {} } },
  };
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(file));
  return {
    definitionFolders: [folder],
    implementations: [
      {
        implementationKey: name,
        displayName: () => `Built-in ${name}`,
        description: () => `What ${name} is for.`,
        execute: (_args, config) => `built-in ran ${name} with ${config.limit}`,
      },
    ],
  };
}

async function textOfCall(host: Host, name: string, bot = 'demo'): Promise<string> {
  const turn = await host.startTurn({ bot });
  const { content } = await turn.call({ name, arguments: {} });
  await turn.end();
  return content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
}

async function findingsOn(host: Host, tool: string): Promise<readonly Finding[]> {
  return (await host.examine()).filter(({ area, subject }) => area === 'assignments' && subject === tool);
}

function namesOf(tools: readonly { readonly name: string }[]): readonly string[] {
  return tools.map(({ name }) => name);
}
