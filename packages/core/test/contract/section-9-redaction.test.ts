import type { ContentPart, LogEntry, ToolConfig } from '@loadout/core';
import { expect, test } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { cpuMs } from '../builders/cpu-time.js';
import { courseTool } from '../builders/operator-host.js';
import { createProvider } from '../builders/provider.js';
import { createTestHost } from '../builders/test-host.js';

const key = 'Zq7/x&"y+Wz01-abc_42';
const LIMIT = 3_000;

/** A host whose tool answers what a test wants, or throws it. */
async function open(secret = key, limit = LIMIT) {
  const log: LogEntry[] = [];
  let answer: () => unknown = () => 'nothing';
  const policy = { kind: 'read', readOnly: true, maxResultCharacters: limit, identicalCallLimit: 100_000 } as const;
  const provider = createProvider([courseTool('search', { policy })], {
    executeTool: (_name, _args, _config: ToolConfig) => answer() as never,
  });
  const host = await createTestHost({
    companions: [createCompanion('@acme/courses', provider)],
    logger: (entry) => void log.push(entry),
  });
  await host.refresh();
  await host.bots.add({ id: 'bot' });
  await host.assign('bot', ['search']);
  await host.settings.set('search', 'apiKey', secret);
  const call = async (how: () => unknown) => {
    answer = how;
    const turn = await host.startTurn({ bot: 'bot' });
    const outcome = await turn.call({ name: 'search' });
    await turn.end();
    return outcome;
  };
  return { host, call, log };
}

/** The same numbers each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const each = (text: string, spell: (code: number) => string): string =>
  [...text].map((char) => spell(char.charCodeAt(0))).join('');
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => each(text, (code) => `%${code.toString(16)}`),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => each(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  (text) => each(text, (code) => `&#${code};`),
  (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => encodeURIComponent(JSON.stringify(text).slice(1, -1)),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`a${text}zz`).toString('base64'),
  (text) => Buffer.from(`ab${text}z`).toString('base64'),
];
const image: ContentPart = { type: 'image', data: 'aGk=', mimeType: 'image/png' };

for (const seed of [1, 2, 3, 4]) {
  test(`9.5 no half of a secret is kept, however parts and cuts fall: ${seed}`, async () => {
    const { call } = await open();
    const random = createRandom(seed);
    const pick = <Entry>(entries: readonly Entry[]): Entry => entries[random(entries.length)] as Entry;
    const sizes = [
      0, 1, 3, 200, 639, 640, 641, 1_279, 1_280, 1_281, 1_900, 2_100, 2_500, 2_860, 2_920, 2_990, 3_000, 5_000,
    ];
    for (let round = 0; round < 400; round += 1) {
      const encoded = pick(encodings)(key);
      const cuts = Array.from({ length: random(4) }, () => random(encoded.length)).sort((a, b) => a - b);
      const bits = [...cuts, encoded.length].map((end, index) => encoded.slice(cuts[index - 1] ?? 0, end));
      bits[0] = '.'.repeat(pick(sizes) + random(40)) + bits[0];
      bits[bits.length - 1] += '.'.repeat(pick(sizes));
      const content: ContentPart[] = bits.flatMap((text) => [
        { type: 'text', text } as const,
        ...(random(5) === 0 ? [image] : []),
      ]);
      if (random(2) === 0) content.unshift({ type: 'text', text: '.'.repeat(pick(sizes)) });
      if (random(2) === 0) content.push({ type: 'text', text: 'tail' });
      const outcome = await call(() => ({ content }));
      const joined = outcome.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      const half = Math.ceil(encoded.length / 2);
      const halves = [encoded.slice(0, half), encoded.slice(-half), key.slice(0, 10), key.slice(-10)];
      const context = JSON.stringify(content.map((part) => (part.type === 'text' ? part.text.length : 0)));
      for (const one of halves) expect(joined.includes(one), `${one} of ${encoded} in ${context}`).toBe(false);
      expect(joined.length).toBeLessThanOrEqual(LIMIT);
    }
  });
}

test('9.5 a secret at the end of a part that is cut, but for its last character, is taken out', async () => {
  const { call } = await open('sk-live-canary-0123456789', 100_000);
  const { content } = await call(() => ({
    content: [
      { type: 'text', text: `${'.'.repeat(150_000)}sk-live-canary-012345678` },
      { type: 'text', text: '9 rest' },
    ],
  }));
  expect(JSON.stringify(content)).not.toContain('sk-live');
});

test('9.5 a secret that stands around an image is taken out', async () => {
  const { call } = await open();
  const { content } = await call(() => ({
    content: [{ type: 'text', text: `a ${key.slice(0, 11)}` }, image, { type: 'text', text: `${key.slice(11)} z` }],
  }));
  expect(content).toEqual([{ type: 'text', text: 'a [secret]' }, image, { type: 'text', text: ' z' }]);
});

const long = '%25'.repeat(1_300_000);
const large: Readonly<Record<string, () => unknown>> = {
  '_meta of one text': () => ({ content: [], _meta: { a: long } }),
  '_meta of many texts': () => ({ content: [], _meta: { a: Array(300_000).fill('%25') } }),
  annotations: () => ({ content: [{ type: 'text', text: 'x', annotations: { a: long } }] }),
  '_meta of a resource': () => ({
    content: [{ type: 'resource', resource: { uri: 'x:y', text: 'x', _meta: { a: long } } }],
  }),
  'a media type': () => ({ content: [{ type: 'image', data: 'aGk=', mimeType: '%25'.repeat(16_000_000) }] }),
  'a thousand images': () => {
    const data = 'aGk='.repeat(249_000);
    return { content: Array.from({ length: 1_000 }, () => ({ type: 'image', data, mimeType: 'image/png' })) };
  },
  'an error': () => {
    throw new Error('%25'.repeat(10_000_000), { cause: new Error('%25'.repeat(10_000_000)) });
  },
  'an error that has itself': () => {
    const error = new AggregateError([], 'many');
    error.errors = Array(1_000).fill(error);
    throw error;
  },
};

for (const [name, how] of Object.entries(large)) {
  test(`9.5 what is left out is not searched, so that nobody waits for: ${name}`, async () => {
    const { call, log } = await open(key, 100_000);
    await call(() => 'warm');
    const startedAt = cpuMs();
    const outcome = await call(how);
    // It was seconds; on a busy machine it is a fraction of one.
    expect(cpuMs() - startedAt).toBeLessThan(2_000);
    expect(JSON.stringify(outcome).length).toBeLessThan(21_000_000);
    for (const { message, error } of log) {
      expect(message.length).toBeLessThan(25_000);
      if (error instanceof Error) expect(`${error.message}${error.stack}`.length).toBeLessThan(50_000);
    }
  });
}

test('9.5 what the host reads of a `_meta` that is too large stays', async () => {
  const { call } = await open();
  const outcome = await call(() => ({
    content: [{ type: 'text', text: 'x' }],
    _meta: { large: 'x'.repeat(10_000), 'loadout/requiredConfidence': 'UNTRUSTED', small: 1 },
  }));
  expect(outcome._meta).toEqual({ 'loadout/requiredConfidence': 'UNTRUSTED', small: 1 });
});

test('9.5 a secret of digits is taken out of numbers', async () => {
  const { call } = await open('1234567890');
  const { structuredContent, _meta } = await call(() => ({
    content: [],
    structuredContent: { pin: 1234567890, price: 1234567890.5, list: [9912345678900], other: 12345 },
    _meta: { pin: -1234567890 },
  }));
  expect(structuredContent).toEqual({ pin: '[secret]', price: '[secret]', list: ['[secret]'], other: 12345 });
  expect(_meta).toEqual({ pin: '[secret]' });
});

test('9.5 a secret of more digits than a number holds is taken out of numbers, and of their spelling', async () => {
  for (const secret of ['9007199254740993', '12345678901234567890', '1234567890123456789012']) {
    const { call } = await open(secret);
    const { content, structuredContent } = await call(() => ({ n: Number(secret), minus: -Number(secret), other: 12 }));
    expect(structuredContent).toEqual({ n: '[secret]', minus: '[secret]', other: 12 });
    expect(JSON.stringify(content)).not.toMatch(/\d{7}/);
  }
  const { call } = await open('9'.repeat(400));
  expect((await call(() => ({ text: 'Infinity' }))).structuredContent).toEqual({ text: 'Infinity' });
});

test('9.5 a text that is the JSON of the structured part stays that, and no field of it is lost', async () => {
  const secret = 's3cretvalue1';
  const { call } = await open(secret, 100);
  const found = { [secret]: 1, '[secret]': 2, [Buffer.from(secret).toString('hex')]: 3, n: 'x' };
  for (const answer of [found, { content: [], structuredContent: found }]) {
    const { content, structuredContent } = await call(() => answer);
    expect(structuredContent).toEqual({ '[secret] 2': 1, '[secret]': 2, '[secret] 3': 3, n: 'x' });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  }
  const own = await open('1,"second":2');
  const { content } = await own.call(() => ({ first: 1, second: 2, '1,"second":2': 3 }));
  expect(content[0]).toMatchObject({ text: expect.not.stringContaining('1,"second":2') });
  const long = await call(() => ({ ...found, more: 'y'.repeat(60) }));
  expect(JSON.stringify(long)).not.toContain(secret);
});

test("9.5 the host's own secrets, and one that it is told of, are redacted for whoever composes it", async () => {
  const { host, call } = await open();
  await host.secrets.set('model-endpoint', 'sk-model-canary-42');
  host.secrets.remember('env-canary-42');
  const outcome = await call(() => 'sk-model-canary-42 env-canary-42');
  expect(outcome.content).toEqual([{ type: 'text', text: '[secret] [secret]' }]);
  expect(host.secrets.redact(['sk-model-canary-42', { 'env-canary-42': 1 }])).toEqual(['[secret]', { '[secret]': 1 }]);
});

test('9.5 a secret that is sent in a header is refused where a client would change it', async () => {
  const { host } = await open();
  for (const value of [
    'sk-canary-42\n',
    ' sk-canary-42',
    'sk-canary-42\t',
    'sk-\u0000canary',
    'sk-c\u00e4nary-42',
    'a\nb',
  ]) {
    const setting = host.secrets.set('model-endpoint', value);
    await expect(setting).rejects.toMatchObject({ code: 'TOOL_SETTINGS_INVALID' });
    await expect(setting).rejects.not.toThrow(/canary/);
  }
  await host.secrets.set('model-endpoint', 'sk canary-42');
  await host.settings.set('search', 'apiKey', '-----BEGIN KEY-----\nabc\n');
});

test("9.5 a secret as a call's id, or as a name that nobody has, is in no trace, no event, no log and no outcome's name", async () => {
  const plain = 'sk-live-canary-0123456789';
  const { host, call, log } = await open(plain);
  await call(() => 'x');
  const told: unknown[] = [];
  for (const name of ['call-started', 'call-progress', 'call-finished'] as const) {
    host.on(name, (event) => void told.push(event));
  }
  const turn = await host.startTurn({
    bot: 'bot',
    model: { api: 'chat' },
    onProgress: (event) => void told.push(event),
  });
  const loop = turn.createLoop({ onCall: (event) => void told.push(event) });
  const calls = ['search', `nope_${plain}`].map((name, index) => ({
    id: `${plain}-${index}`,
    type: 'function',
    function: { name, arguments: '{}' },
  }));
  loop.request();
  const step = await loop.accept({
    choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: calls } }],
  });
  const other = await turn.call({ id: plain, name: `other ${plain}`, arguments: {} });
  await turn.end();
  // Results go to the service under the ids that it gave.
  expect(JSON.stringify(step.messages)).toContain(JSON.stringify(`${plain}-0`));
  expect(other).toMatchObject({ callId: plain, tool: 'other [secret]' });
  expect(step.outcomes.map(({ tool }) => tool)).toEqual(['search', 'nope_[secret]']);
  const rows = await host.traces.list({ callId: '[secret]-0' });
  expect(rows).toHaveLength(1);
  const shown = JSON.stringify([told, await host.traces.list(), log]);
  expect(told.length).toBeGreaterThan(4);
  expect(shown).not.toContain(plain);
});
