import { expect, test } from 'vitest';
import { misfitsOf } from './builders/fits.js';
import { makeApp } from './builders/make-app.js';
import { makeHost } from './builders/make-host.js';
import { makeTrace } from './builders/make-trace.js';
import { openEvents, send, start } from './builders/start.js';

test('an export of traces has every call that the filters let through, one a line, newest first', async () => {
  const { send: ask, traces } = await makeApp();
  for (let order = 1; order <= 250; order += 1) traces.record({ ...makeTrace(order, `t${order}`), startedAt: order });
  const response = await ask('viewer', 'GET', '/api/v1/traces/export');
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="loadout-traces-[\d-]{10}\.jsonl"$/,
  );
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ order }) => order)).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
  expect(misfitsOf('Trace', lines[0])).toBe('');
  const some = await ask('viewer', 'GET', '/api/v1/traces/export?since=10&until=13&bot=demo');
  expect(
    (await some.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).order),
  ).toEqual([12, 11, 10]);
  const none = await ask('viewer', 'GET', '/api/v1/traces/export?bot=nobody');
  expect(await none.text()).toBe('');
  expect((await ask('viewer', 'GET', '/api/v1/traces/export?since=2030-02-31')).status).toBe(400);
  expect((await ask('viewer', 'HEAD', '/api/v1/traces/export')).headers.get('content-type')).toBe(
    'application/x-ndjson',
  );
});

test('the log of changes is filtered by time', async () => {
  const { send: ask, host } = await makeApp();
  const entries = await host.audit();
  const newest = entries[0]?.at ?? '';
  const list = async (query: string) =>
    Object(await (await ask('viewer', 'GET', `/api/v1/audit?limit=1000&${query}`)).json()).entries;
  expect(await list(`since=${newest}`)).toEqual(entries.filter(({ at }) => at >= newest));
  expect(await list(`until=${newest}`)).toEqual(entries.filter(({ at }) => at < newest));
  expect(await list(`since=${Date.parse(newest) + 1}`)).toEqual([]);
  expect(await list('until=9999-01-01T00:00:00Z&actor=nobody')).toEqual([]);
  expect((await ask('viewer', 'GET', '/api/v1/audit?until=yesterday')).status).toBe(400);
});

test('a call is told when it begins, where somebody asks for that', async () => {
  const made = await makeHost();
  const { url } = await start({ pollMs: 20 }, { made });
  const all = await openEvents(url, '/api/v1/events?topics=traces,calls');
  const usual = await openEvents(url, '/api/v1/events');
  expect(await all.next()).toMatchObject({ event: 'ready', data: { topics: ['traces', 'calls'] } });
  expect(await usual.next()).toMatchObject({ event: 'ready', data: { topics: ['changes', 'traces'] } });
  const body = JSON.stringify({ tool: 'echo', arguments: { text: 'x' } });
  const { callId } = Object((await send(url, { method: 'POST', path: '/api/v1/bots/demo/calls', body })).body);
  expect(await all.next()).toMatchObject({
    event: 'call-started',
    data: { callId, botId: 'demo', tool: 'echo', owner: '@acme/tools' },
  });
  expect(await all.next()).toMatchObject({ event: 'trace', data: { callId } });
  expect(await usual.next()).toMatchObject({ event: 'trace', data: { callId } });
  all.close();
  usual.close();
});

test('a host tells viewers what it is, and operators where things are', async () => {
  const organisation = {
    settings: [{ tool: 'echo', field: 'region', value: 'eu', reason: 'Data protection', contact: 'it@acme.example' }],
    minimumConfidence: [{ tool: 'echo', owner: '@acme/tools', level: 'MEDIUM' }],
    disabledTools: [{ tool: 'fail' }],
  } as const;
  const { send: ask } = await makeApp({}, await makeHost(undefined, { organisation }));
  const read = async (identity: 'viewer' | 'operator' | 'demo', path: string) =>
    Object(await (await ask(identity, 'GET', path)).json());
  const seen = await read('viewer', '/api/v1/host');
  expect(seen).toMatchObject({
    version: '1.2.3',
    components: ['chat', 'assistant'],
    turnLimits: { maxToolCalls: 15 },
    hardTurnLimits: { maxToolCalls: 100 },
    traces: { maxAgeDays: null, maxCount: 1_000 },
    secrets: { kind: 'memory', reason: null },
    organisation: {
      source: null,
      isReadable: true,
      problemCount: 0,
      entries: [
        {
          kind: 'setting',
          tool: 'echo',
          field: 'region',
          isLocked: true,
          reason: 'Data protection',
          contact: 'it@acme.example',
        },
        { kind: 'minimum-confidence', tool: 'echo', owner: '@acme/tools', level: 'MEDIUM' },
        { kind: 'disabled', tool: 'fail', pointer: '/disabledTools/0' },
      ],
    },
    companions: [
      { id: '@acme/tools', state: 'ready' },
      { id: '@acme/left-out', state: 'ready' },
    ],
  });
  const told = await read('operator', '/api/v1/host');
  expect(told).toMatchObject({ organisation: { source: 'organisation' }, secrets: { reason: expect.any(String) } });
  expect(await read('viewer', '/api/v1')).toMatchObject({
    startedAt: seen.startedAt,
    chat: { api: 'chat', model: 'scripted', provider: 'scripted', confidence: 'LOW' },
    components: ['chat', 'assistant'],
    organisation: { source: null },
  });
  expect(await read('operator', '/api/v1')).toMatchObject({ organisation: { source: 'organisation' } });
  expect(await read('demo', '/api/v1')).toMatchObject({ components: [], organisation: null });
});
