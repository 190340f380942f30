import { type ExportDocument, type Host, isLoadoutError, type JsonValue } from '@loadout/core';
import { expect, test, vi } from 'vitest';
import { makeDatabasePath } from '../temporary-folder.js';
import { openProofHost, readAudit } from './open-proof-host.js';
import { COMPANION_ID } from './proof-companion.js';

// Hundreds of changes that reach the disk, one after another.
vi.setConfig({ testTimeout: 60_000 });

const BOTS = 50;
const TOOLS = 20;

test(`an export of ${BOTS} bots imports into an empty host to an equal export, and again to nothing new`, async () => {
  const { host } = await openProofHost(makeDatabasePath());
  await fillHost(host);
  const document = await host.export();
  expect(document.bots).toHaveLength(BOTS);
  for (const { tools } of document.bots) expect(tools).toHaveLength(TOOLS);
  // As a file would carry it.
  const carried: unknown = JSON.parse(JSON.stringify(document));

  const { host: empty } = await openProofHost(makeDatabasePath());
  const dry = await empty.import(carried, { dryRun: true });
  expect(await stateOf(empty)).toMatchObject({ document: { bots: [], settings: [], decisions: [] }, audit: [] });
  const made = await empty.import(carried);
  expect(made).toEqual(dry);
  expect(await empty.export()).toEqual(document);
  expect((await readAudit(empty)).length).toBe(made.changes.length);
  for (const { id } of document.bots) {
    const [here, there] = [await host.show(id), await empty.show(id)];
    expect(there.offered).toEqual(here.offered);
    expect(there.withheld).toEqual(here.withheld);
  }
  const before = await stateOf(empty);
  expect((await empty.import(carried)).changes).toEqual([]);
  expect(await stateOf(empty)).toEqual(before);
});

test('an export carries no secret, not even one from before the field was secret; all else of it imports', async () => {
  const { host, store } = await openProofHost(makeDatabasePath());
  await fillHost(host);
  await store.change(async (writer) => {
    const [first] = await writer.listAssignments('bot-7');
    if (first === undefined) throw new Error('The bot has no tools.');
    await writer.putAssignments('bot-7', [{ ...first, settingsOverride: { limit: 3, key: 'swordfish-1234' } }]);
    const setting = { owner: COMPANION_ID, toolName: 'look_5', field: 'key', updatedAt: first.updatedAt };
    await writer.putToolSetting({ ...setting, value: 'swordfish-5678' });
  });
  const document = await host.export();
  expect(JSON.stringify(document)).not.toContain('swordfish');
  expect(document.leftOut).toHaveLength(2);
  expect(document.leftOut.join()).toMatch(/"key".*bot-7/);
  const { host: empty } = await openProofHost(makeDatabasePath());
  const { remarks } = await empty.import(document);
  for (const sentence of document.leftOut) expect(remarks.join('\n')).toContain(sentence);
  expect(await empty.export()).toEqual({ ...document, leftOut: [] });
  expect(JSON.stringify(await readAudit(host))).not.toContain('swordfish');
});

test('broken documents are refused with the place, and change nothing', async () => {
  const { host } = await openProofHost(makeDatabasePath());
  await fillHost(host);
  await host.bots.add({ id: 'retired' });
  await host.bots.remove('retired');
  const before = await stateOf(host);
  for (const [what, { damage, place }] of Object.entries(DAMAGES)) {
    const document = changedEverywhere(before.document);
    const broken = damage(document);
    const error = await host.import(broken).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const code = what === 'the id of a removed bot' ? 'BOT_ID_RETIRED' : 'IMPORT_INVALID';
    expect(isLoadoutError(error, code), `${what}: ${String(error)}`).toBe(true);
    expect(String(error), what).toContain(place);
    expect(await stateOf(host), what).toEqual(before);
  }
  expect(Object.keys(DAMAGES).length).toBeGreaterThanOrEqual(20);
  // The same document without damage does change all that it names.
  const { changes } = await host.import(changedEverywhere(before.document));
  expect(changes.length).toBeGreaterThan(BOTS);
});

type Draft = Record<string, JsonValue> & {
  bots: (Record<string, JsonValue> & { tools: Record<string, JsonValue>[] })[];
  settings: Record<string, JsonValue>[];
  decisions: Record<string, JsonValue>[];
};

interface Damage {
  readonly damage: (document: Draft) => unknown;
  /** What the error has to name. */
  readonly place: string;
}

/** Sets one field of the last bot's last tool, so that all before it could have been written already. */
function ofTool(field: string, value: JsonValue): Damage {
  return {
    damage: (document) => {
      lastOf(lastOf(document.bots).tools)[field] = value;
      return document;
    },
    place: `/bots/${BOTS - 1}/tools/${TOOLS - 1}/${field}`,
  };
}

function ofDecision(decision: Record<string, JsonValue>, field: string): Damage {
  return {
    damage: (document) => ({ ...document, decisions: [...document.decisions, decision] }),
    place: `/decisions/4/${field}`,
  };
}

function ofSetting(setting: Record<string, JsonValue>, field: string): Damage {
  return {
    damage: (document) => ({
      ...document,
      settings: [...document.settings, { owner: COMPANION_ID, tool: 'look_0', field: 'note', value: 'x', ...setting }],
    }),
    place: `/settings/${TOOLS}/${field}`,
  };
}

function ofDocument(field: string, value: JsonValue | undefined): Damage {
  return { damage: (document) => ({ ...document, [field]: value }), place: `/${field}` };
}

function ofBot(field: string, value: JsonValue): Damage {
  return {
    damage: (document) => {
      lastOf(document.bots)[field] = value;
      return document;
    },
    place: `/bots/${BOTS - 1}/${field}`,
  };
}

const DAMAGES: Readonly<Record<string, Damage>> = {
  'no document at all': { damage: () => null, place: 'The document' },
  'a list': { damage: (document) => [document], place: 'The document' },
  'the text of a file': { damage: (document) => JSON.stringify(document), place: 'The document' },
  'a circle': {
    damage: (document) => Object.assign(document, { settings: [document] }),
    place: '/settings/0',
  },
  'a getter that throws': {
    damage: (document) =>
      Object.defineProperty(document, 'decisions', {
        enumerable: true,
        get: () => {
          throw new Error('hostile');
        },
      }),
    place: '/decisions',
  },
  'another format': ofDocument('format', 'something-else'),
  'a later version': ofDocument('version', 2),
  'no bots': { damage: ({ bots: _bots, ...rest }) => rest, place: '/bots' },
  'bots that are no list': ofDocument('bots', {}),
  'an unknown field': ofDocument('bot', []),
  'an id that is no slug': ofBot('id', 'Not A Slug'),
  'a blank name': ofBot('displayName', '  '),
  'a name that is too long': ofBot('displayName', 'x'.repeat(201)),
  'the id of a removed bot': ofBot('id', 'retired'),
  'a bot twice': ofBot('id', 'bot-0'),
  'tools that are no list': ofBot('tools', 'look_0'),
  'a name of no tool': ofTool('name', 'not a name'),
  'a tool twice': {
    damage: (document) => {
      const { tools } = lastOf(document.bots);
      lastOf(tools).name = tools[0]?.name ?? null;
      return document;
    },
    place: `/bots/${BOTS - 1}/tools/${TOOLS - 1}/name`,
  },
  'an owner that is none': ofTool('owner', ''),
  'a hash that is none': ofTool('definitionHash', 'abc'),
  'an override that is a list': ofTool('settingsOverride', [1]),
  'an override that does not fit': {
    ...ofTool('settingsOverride', { limit: 'many' }),
    place: `/bots/${BOTS - 1}/tools/${TOOLS - 1}/settingsOverride/limit`,
  },
  'a secret in an override': {
    ...ofTool('settingsOverride', { key: 'swordfish' }),
    place: `/bots/${BOTS - 1}/tools/${TOOLS - 1}/settingsOverride/key`,
  },
  'a setting that does not fit': ofSetting({ field: 'limit', tool: 'look_99', value: 'many' }, 'value'),
  'a setting that is unknown': ofSetting({ field: 'size' }, 'field'),
  'a secret setting': ofSetting({ field: 'key', value: 'swordfish' }, 'value'),
  'a setting twice': ofSetting({ field: 'limit' }, 'field'),
  'an unknown kind of decision': ofDecision({ kind: 'shout', subject: '', value: true }, 'kind'),
  'a decision with a wrong value': ofDecision(
    { kind: 'approval', subject: `${COMPANION_ID}#look_9`, value: 'maybe' },
    'value',
  ),
  'a decision on no tool': ofDecision({ kind: 'approval', subject: 'look_9', value: 'ask' }, 'subject'),
  'a decision on an unknown component': ofDecision(
    { kind: 'component-defaults', subject: 'nowhere', value: ['look_0'] },
    'subject',
  ),
  'a decision twice': ofDecision({ kind: 'trusted-model-provider', subject: 'acme-model', value: true }, 'subject'),
};

/** A document that would change every bot and every setting. */
function changedEverywhere({ bots, settings, ...rest }: ExportDocument): Draft {
  const changed = {
    ...rest,
    bots: bots.map((bot) => ({
      ...bot,
      tools: bot.tools.map((tool) => ({ ...tool, settingsOverride: { limit: 99 } })),
    })),
    settings: settings.map((setting) => ({ ...setting, value: 99 })),
  };
  // A document is plain JSON, and damaged as such.
  return structuredClone(changed) as unknown as Draft;
}

async function fillHost(host: Host): Promise<void> {
  for (let number = 0; number < BOTS; number += 1) {
    const id = `bot-${number}`;
    await host.bots.add({ id, displayName: `Bot ${number} 🤖` });
    const names = Array.from({ length: TOOLS }, (_, place) => `look_${(number * 7 + place * 3) % 500}`);
    await host.assign(id, names);
    await host.changeLoadout(id, [
      { action: 'override', tool: names[3] ?? '', settingsOverride: { limit: number } },
      { action: 'override', tool: names[4] ?? '', settingsOverride: { note: 'größer "als" \n 検索' } },
      { action: 'move', tool: names[5] ?? '', position: 1 },
      { action: 'assign', tool: names[6] ?? '', owner: '@gone/away', label: 'Gone', definitionHash: null },
    ]);
  }
  for (let number = 0; number < TOOLS; number += 1) await host.settings.set(`look_${number}`, 'limit', number);
  await host.decisions.set('minimum-confidence', 'look_3', 'HIGH');
  await host.decisions.set('approval', 'look_4', 'ask');
  await host.decisions.set('trusted-model-provider', 'acme-model', true);
  await host.decisions.set('component-defaults', 'assistant', ['look_0', 'look_3']);
}

async function stateOf(host: Host) {
  return { document: await host.export(), audit: await readAudit(host) };
}

function lastOf<T>(items: readonly T[]): T {
  const last = items.at(-1);
  if (last === undefined) throw new Error('There is none.');
  return last;
}
