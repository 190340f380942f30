import {
  createMemoryStore,
  type DecisionKind,
  type HostOptions,
  type JsonValue,
  type ModelDescription,
  type Store,
  type ToolDefinition,
  type TurnOptions,
  type WithheldCode,
  type WithheldTool,
} from '@loadout/core';
import { expect, test } from 'vitest';
import { type Candidate, findReasons, GATES } from '../../src/turn/gates.js';
import { createCompanion } from '../builders/companion.js';
import { createProvider, tool } from '../builders/provider.js';
import { type StoredAssignment, storeBot } from '../builders/stored-bot.js';
import { openHost, readText } from '../builders/turn-builders.js';

/** The order of contract 5.1; "absent, companion failed or quarantined" are three codes that exclude each other. */
const order: readonly WithheldCode[] = [
  'tools-off',
  'not-assigned',
  'companion-failed',
  'quarantined',
  'absent',
  'owner-changed',
  'definition-changed',
  'not-visible',
  'not-selected',
  'model-without-tools',
  'disabled-by-organisation',
  'not-configured',
  'below-minimum-confidence',
  'below-required-confidence',
  'not-convertible',
];

test('5.1 the gates stand in the order of the contract, each once', () => {
  expect(GATES.map(({ code }) => code)).toEqual(order);
});

interface Situation {
  readonly tool?: Partial<ToolDefinition>;
  readonly assignment?: Partial<StoredAssignment> | null;
  readonly decision?: readonly [kind: DecisionKind, subject: string, value: JsonValue];
  readonly turn?: Partial<TurnOptions>;
  readonly host?: Pick<HostOptions, 'organisation' | 'components'>;
  readonly list?: () => never;
  readonly prepare?: (store: Store) => Promise<void>;
  readonly reason: RegExp;
}

const conversation = { id: 'room' };
const settingsSchema = { type: 'object', properties: { region: { type: 'string' } }, required: ['region'] };

/** What makes each gate, and no other, hold the tool `look` of `@acme/one` back. */
const situations: Readonly<Record<WithheldCode, Situation>> = {
  'tools-off': { decision: ['tools-off', '', true], reason: /switched off.*[Uu]nset/ },
  'not-assigned': { assignment: null, turn: { select: ['look'] }, reason: /loadout assign bot-a look/ },
  'companion-failed': {
    list: () => {
      throw new Error('the data file is missing');
    },
    reason: /the data file is missing/,
  },
  quarantined: { tool: { schema: { type: 'object', properties: { x: { type: 'odd' } } } }, reason: /properties\/x/ },
  absent: { assignment: { toolName: 'gone' }, reason: /unassign/ },
  'owner-changed': { assignment: { owner: '@acme/two' }, reason: /@acme\/two.*@acme\/one.*Accept/ },
  'definition-changed': {
    assignment: { definitionHash: 'another' },
    decision: ['withhold-changed-definitions', '', true],
    reason: /accept the new one/,
  },
  'not-visible': { tool: { visibleIn: { chat: false } }, reason: /made for assistants/ },
  'not-selected': { turn: { select: [] }, reason: /restricted/ },
  'model-without-tools': { turn: { model: { canCallTools: false } }, reason: /cannot call tools/ },
  'disabled-by-organisation': {
    host: { organisation: { disabledTools: [{ tool: 'look', reason: 'Not reviewed', contact: 'it@acme.example' }] } },
    reason: /Not reviewed.*it@acme\.example/,
  },
  'not-configured': { tool: { settingsSchema }, reason: /"region" is missing/ },
  'below-minimum-confidence': { tool: { minimumConfidence: 'LOW' }, reason: /LOW.*UNKNOWN/ },
  'below-required-confidence': {
    turn: { conversation },
    prepare: (store) =>
      store.change((writer) =>
        writer.putConversation({ botId: 'bot-a', id: 'room', requiredConfidence: 'HIGH', updatedAt: '' }),
      ),
    reason: /HIGH.*UNKNOWN/,
  },
  'not-convertible': {
    tool: { schema: { type: 'object', properties: { x: {} } } },
    turn: { model: { api: 'gemini', geminiSchema: 'parameters' } },
    reason: /gemini.*properties\/x.*loadout tools check look/,
  },
};

async function withheldIn(situation: Situation): Promise<readonly WithheldTool[]> {
  const store = createMemoryStore();
  const definition = tool('look', situation.tool);
  const provider = createProvider([definition], situation.list === undefined ? {} : { getTools: situation.list });
  const { host, startTurn } = await openHost({
    store,
    assign: null,
    companions: [createCompanion('@acme/one', provider)],
    ...situation.host,
  });
  const assignment = { toolName: 'look', owner: '@acme/one', ...situation.assignment };
  await storeBot(store, { id: 'bot-a' }, situation.assignment === null ? [] : [assignment]);
  if (situation.decision !== undefined) {
    const [kind, subject, value] = situation.decision;
    await store.change((writer) => writer.putDecision({ kind, subject, value, updatedAt: '' }));
  }
  await situation.prepare?.(store);
  const turn = await startTurn(situation.turn);
  expect(turn.offered).toEqual([]);
  expect((await turn.call({ name: assignment.toolName })).status).toBe('BLOCKED');
  expect((await host.catalogue()).tools.length).toBeLessThanOrEqual(1);
  return turn.withheld;
}

test.each(Object.entries(situations))(
  '5.1 %s alone withholds a tool, with a sentence that helps',
  async (code, one) => {
    const withheld = await withheldIn(one);
    expect(withheld.map((entry) => entry.reasons.map((reason) => reason.code))).toEqual([[code]]);
    expect(withheld[0]).toMatchObject({ code, reason: expect.stringMatching(one.reason) });
  },
);

/** Gates that one tool can meet at once, merged into one situation; the last wins where two say the same field. */
const together: readonly WithheldCode[] = [
  'tools-off',
  'owner-changed',
  'not-visible',
  'not-selected',
  'model-without-tools',
  'disabled-by-organisation',
  'below-minimum-confidence',
  'below-required-confidence',
];

test('5.1 the first gate that applies is the reason, and every other one is told in order', async () => {
  for (let from = 0; from < together.length; from += 1) {
    const codes = together.slice(from);
    const parts = codes.map((code): Situation => situations[code]);
    const merged: Situation = {
      tool: Object.assign({}, ...parts.map((part) => part.tool)),
      assignment: Object.assign({}, ...parts.map((part) => part.assignment)),
      turn: Object.assign({}, ...parts.map((part) => part.turn)),
      host: Object.assign({}, ...parts.map((part) => part.host)),
      ...Object.assign({}, ...parts.map(({ decision }) => (decision === undefined ? {} : { decision }))),
      ...Object.assign({}, ...parts.map(({ prepare }) => (prepare === undefined ? {} : { prepare }))),
      reason: /./,
    };
    const [entry] = await withheldIn(merged);
    expect(entry?.reasons.map(({ code }) => code)).toEqual(codes);
    expect(entry).toMatchObject(entry?.reasons[0] ?? {});
  }
});

// Reaches inside: a host for each of the pairs would say no more about their order.
test('5.1 of any two gates the earlier one is the reason, whatever the rest of the tool is like', () => {
  const applies = new Map<WithheldCode, Partial<Record<keyof Candidate, unknown>>>([
    ['tools-off', { view: { toolsOff: true } }],
    ['not-assigned', { isAssigned: false }],
    ['quarantined', { checked: { reason: 'broken' } }],
    ['owner-changed', { assignment: { owner: '@acme/two', toolName: 'look', definitionHash: 'h' } }],
    ['not-selected', { selected: new Set() }],
    ['model-without-tools', { canCallTools: false }],
    ['not-configured', { configuration: 'It is not configured.' }],
    ['below-minimum-confidence', { confidence: 'NONE' }],
    ['below-required-confidence', { unreached: 'HIGH' }],
    ['not-convertible', { refusal: 'It cannot be sent.' }],
  ]);
  const view = {
    toolsOff: false,
    withholdChangedDefinitions: false,
    minimumConfidence: () => 'LOW',
    organisation: { disabled: () => undefined, minimumConfidence: () => undefined },
  };
  const base = {
    bot: 'bot-a',
    assignment: { owner: '@acme/one', toolName: 'look', definitionHash: 'h' },
    isAssigned: true,
    listed: { name: 'look', ownName: 'look', owner: '@acme/one', aliases: [] },
    subject: { name: 'look', ownName: 'look', owner: '@acme/one', aliases: [] },
    checked: { definition: {}, hash: 'h' },
    view,
    formerOwners: () => [],
    component: 'chat',
    components: new Set(['chat']),
    canCallTools: true,
  };
  const with_ = (...codes: readonly WithheldCode[]): Candidate => {
    const merged: Record<string, unknown> = { ...base };
    for (const code of codes) {
      for (const [field, value] of Object.entries(applies.get(code) ?? {})) {
        merged[field] = field === 'view' ? { ...view, ...(value as object) } : value;
      }
    }
    // What the gates of this test look at.
    return merged as unknown as Candidate;
  };
  expect(findReasons(with_())).toEqual([]);
  const codes = order.filter((code) => applies.has(code));
  for (const [index, first] of codes.entries()) {
    expect(findReasons(with_(first)).map(({ code }) => code)).toEqual([first]);
    for (const second of codes.slice(index + 1)) {
      expect(findReasons(with_(second, first)).map(({ code }) => code)).toEqual([first, second]);
    }
  }
  expect(findReasons(with_(...codes)).map(({ code }) => code)).toEqual(codes);
});

test('5.1 a name that nobody lists is answered by nobody where the organisation has switched it off', async () => {
  const recognising = createProvider([], { providesTool: () => true });
  const open = async (disabled: readonly string[]) => {
    const store = createMemoryStore();
    const { startTurn } = await openHost({
      store,
      assign: null,
      companions: [createCompanion('@acme/one', recognising)],
      organisation: { disabledTools: disabled.map((name) => ({ tool: name })) },
    });
    await storeBot(store, { id: 'bot-a' }, [{ toolName: 'unlisted', owner: '@acme/one' }]);
    return startTurn();
  };
  expect(readText(await (await open([])).call({ name: 'unlisted' }))).toBe('provider ran unlisted');
  const turn = await open(['unlisted']);
  expect(turn.withheld[0]?.reasons.map(({ code }) => code)).toEqual(['absent', 'disabled-by-organisation']);
  expect((await turn.call({ name: 'unlisted' })).status).toBe('BLOCKED');
});

test('1.10 equal input gives a byte-identical tool array, also for a model API and from another host', async () => {
  const tools = [tool('b'), tool('a', { schema: { type: 'object', properties: { z: {}, y: {} }, required: ['y'] } })];
  const arrays = async (model: ModelDescription | null): Promise<string> => {
    const { startTurn, host } = await openHost({ companions: [createCompanion('@acme/one', createProvider(tools))] });
    const { toolsJson } = await startTurn({ model });
    await host.bots.add({ id: 'other' });
    expect((await startTurn({ model: model === null ? null : { ...model } })).toolsJson).toBe(toolsJson);
    return toolsJson;
  };
  for (const model of [null, { api: 'chat' }, { api: 'gemini' }] as const) {
    const first = await arrays(model);
    expect(await arrays(model)).toBe(first);
    expect(first).not.toBe('[]');
    expect(first.indexOf('"b"')).toBeLessThan(first.indexOf('"a"'));
  }
});
