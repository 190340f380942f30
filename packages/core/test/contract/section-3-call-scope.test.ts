import { type GuardedFetch, isLoadoutError, type JsonObject, type TurnOptions } from '@loadout/core';
import { afterEach, expect, test, vi } from 'vitest';
import { createCompanion } from '../builders/companion.js';
import { createDeferred } from '../builders/deferred.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { openHost, provideTools, readText } from '../builders/turn-builders.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const settingsSchema = {
  type: 'object',
  properties: {
    from_default: { type: 'string', default: 'default' },
    from_companion: { type: 'string', default: 'default' },
    from_operator: { type: 'string', default: 'default' },
    from_bot: { type: 'string', default: 'default' },
    hosts: { type: 'array', items: { type: 'string' }, default: ['default'] },
    apiKey: { type: 'string', secret: true },
  },
};

test('3.2 config: the defaults, under the companion settings, under the tool settings, under the override of the bot', async () => {
  const configs: unknown[] = [];
  const tools = { look: { settingsSchema, run: (_args: unknown, config: unknown) => void configs.push(config) } };
  const settings = {
    from_companion: 'companion',
    from_operator: 'companion',
    from_bot: 'companion',
    apiKey: 'key-of-companion',
  };
  const { host, startTurn } = await openHost({
    companions: [createCompanion('@acme/look', provideTools(tools), { settings })],
    toolSettings: { look: { from_operator: 'operator', from_bot: 'operator', apiKey: 'key-of-operator' } },
  });
  await host.assign('bot-a', ['look'], { settingsOverride: { from_bot: 'bot' } });
  await (await startTurn()).call({ name: 'look' });
  expect(configs).toEqual([
    {
      from_default: 'default',
      from_companion: 'companion',
      from_operator: 'operator',
      from_bot: 'bot',
      hosts: ['default'],
      apiKey: 'key-of-operator',
    },
  ]);
});

test('3.2 config is frozen to its depths, and a tool cannot reach the settings of others through it', async () => {
  const companionSettings = { nested: { list: ['a'] } };
  const operatorSettings = { deep: { value: 'operator' } };
  const attempt = (_args: unknown, config: object) => {
    const { nested, deep } = config as { nested: { list: string[] }; deep: { value: string } };
    const failures = [
      () => Object.assign(config, { added: true }),
      () => nested.list.push('b'),
      () => Object.assign(deep, { value: 'tool' }),
    ].filter((change) => {
      try {
        change();
        return false;
      } catch {
        return true;
      }
    });
    return `${failures.length} refused`;
  };
  const { startTurn } = await openHost({
    companions: [createCompanion('@acme/deep', provideTools({ attempt }), { settings: companionSettings })],
    toolSettings: { attempt: operatorSettings },
  });
  expect(readText(await (await startTurn()).call({ name: 'attempt' }))).toBe('3 refused');
  expect(companionSettings).toEqual({ nested: { list: ['a'] } });
  expect(operatorSettings).toEqual({ deep: { value: 'operator' } });
});

test('3.2 a setting that is no JSON is left out alone, and reported', async () => {
  const companion = createCompanion('@acme/odd', provideTools({ look: (_args, config) => config }), {
    settings: { region: 'north' },
  });
  const odd = { callback: () => 'x', since: new Date(), language: 'de' } as unknown as JsonObject;
  const { startTurn, host } = await openHost({ companions: [companion], toolSettings: { look: odd } });
  expect((await (await startTurn()).call({ name: 'look' })).structuredContent).toEqual({
    region: 'north',
    language: 'de',
  });
  const [report] = (await host.catalogue()).companions;
  expect(report?.problems.map(({ code, message }) => [code, /"(callback|since)"/.exec(message)?.[1]])).toEqual([
    ['TOOL_SETTINGS_INVALID', 'callback'],
    ['TOOL_SETTINGS_INVALID', 'since'],
  ]);
});

test('3.2 a blank override hides what lower layers say of a field that the tool declares', async () => {
  const look = {
    settingsSchema: { type: 'object', properties: { region: { type: 'string' } } },
    run: (_args: unknown, config: unknown) => config,
  };
  const companion = createCompanion('@acme/blank', provideTools({ look }), {
    settings: { region: 'north', other: 'kept' },
  });
  const { host, startTurn } = await openHost({ companions: [companion] });
  await host.assign('bot-a', ['look'], { settingsOverride: { region: ' ' } });
  expect((await (await startTurn()).call({ name: 'look' })).structuredContent).toEqual({ other: 'kept' });
});

test('3.2 config of a turn that runs stays, and the next turn has the new one', async () => {
  const { host, startTurn } = await openHost({
    companions: [
      createCompanion('@acme/look', provideTools({ look: (_args, config) => String(config.region) }), {
        settings: { region: 'north' },
      }),
    ],
  });
  const before = await startTurn();
  await host.setCompanionSettings('@acme/look', { region: 'south' });
  expect(readText(await before.call({ name: 'look' }))).toBe('north');
  expect(readText(await (await startTurn()).call({ name: 'look' }))).toBe('south');
});

test('3.2 call has all its fields, and they work taken apart', async () => {
  const clock = createManualClock();
  const fetched: string[] = [];
  const fetch: GuardedFetch = async (url) => {
    fetched.push(String(url));
    throw new Error('no network here');
  };
  const heard: unknown[] = [];
  const { startTurn, log } = await openHost({
    clock,
    fetch,
    tools: {
      work: {
        policy: { timeoutMs: 5_000 },
        run: async (
          _args,
          _config,
          { callId, context, signal, deadlineAt, progress, log: write, readAttachment, fetch: load },
        ) => {
          progress({ progress: 1, total: 2, message: 'half' });
          write('info', 'working', { step: 1 });
          const bytes = await readAttachment('f1');
          await load('https://example.org/').catch(() => undefined);
          return { callId, user: context.user?.id ?? null, aborted: signal.aborted, deadlineAt, bytes: [...bytes] };
        },
      },
    },
  });
  const turn = await startTurn({
    user: { id: 'u-1' },
    attachments: [{ id: 'f1', name: 'a', mediaType: 'text/plain' }],
    readAttachment: (id) => new TextEncoder().encode(id),
    onProgress: (progress) => void heard.push(progress),
  });
  const { structuredContent } = await turn.call({ id: 'c-1', name: 'work' });
  expect(structuredContent).toEqual({
    callId: 'c-1',
    user: 'u-1',
    aborted: false,
    deadlineAt: clock.now() + 5_000,
    bytes: [...new TextEncoder().encode('f1')],
  });
  expect(heard).toEqual([{ callId: 'c-1', tool: 'work', progress: 1, total: 2, message: 'half' }]);
  expect(fetched).toEqual(['https://example.org/']);
  expect(log.filter(({ event }) => event === 'tool-log')).toEqual([
    {
      level: 'info',
      event: 'tool-log',
      message: 'working',
      data: { step: 1 },
      companion: '@acme/tools',
      bot: 'bot-a',
      turn: turn.id,
      call: 'c-1',
      tool: 'work',
    },
  ]);
});

test('3.2 the signal is made when it is first read, once', async () => {
  let made = 0;
  const RealController = globalThis.AbortController;
  vi.stubGlobal(
    'AbortController',
    class extends RealController {
      constructor() {
        super();
        made += 1;
      }
    },
  );
  const { startTurn } = await openHost({
    tools: {
      without: async () => 'done',
      with_signal: async (_args, _config, call) => {
        const { signal } = call;
        return String(signal === call.signal);
      },
    },
  });
  const turn = await startTurn();
  await turn.call({ name: 'without' });
  await turn.call({ name: 'without' });
  expect(made).toBe(0);
  expect(readText(await turn.call({ name: 'with_signal' }))).toBe('true');
  expect(made).toBe(1);
});

test('3.2 the signal aborts when the caller cancels, when the turn ends, and when the deadline passes', async () => {
  const clock = createManualClock();
  const reasons: unknown[] = [];
  const started: (() => void)[] = [];
  const { startTurn } = await openHost({
    clock,
    tools: {
      wait: {
        policy: { timeoutMs: 1_000 },
        run: (_args, _config, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              reasons.push((signal.reason as Error).name);
              resolve('stopped');
            });
            started.shift()?.();
          }),
      },
    },
  });
  const begin = (): Promise<void> => new Promise((resolve) => void started.push(resolve));
  const turn = await startTurn();
  const controller = new AbortController();
  let begun = begin();
  const cancelled = turn.call({ name: 'wait', signal: controller.signal });
  await begun;
  controller.abort(new Error('a reason of the embedder, which a tool does not see'));
  expect((await cancelled).status).toBe('CANCELLED');

  begun = begin();
  const late = turn.call({ name: 'wait' });
  await begun;
  await clock.advance(1_200);
  expect((await late).status).toBe('ERROR');

  begun = begin();
  const ended = turn.call({ name: 'wait' });
  await begun;
  await turn.end();
  expect((await ended).status).toBe('CANCELLED');
  expect(reasons).toEqual(['AbortError', 'TimeoutError', 'AbortError']);
});

test('3.2 a signal that is first read after the call was given up is aborted', async () => {
  const started = createDeferred<void>();
  const goOn = createDeferred<void>();
  const seen = createDeferred<boolean>();
  const { startTurn } = await openHost({
    tools: {
      slow: async (_args, _config, call) => {
        started.resolve();
        await goOn.promise;
        seen.resolve(call.signal.aborted);
      },
    },
  });
  const turn = await startTurn();
  const controller = new AbortController();
  const calling = turn.call({ name: 'slow', signal: controller.signal });
  await started.promise;
  controller.abort();
  await calling;
  goOn.resolve();
  expect(await seen.promise).toBe(true);
});

test('3.2 readAttachment knows the attachments of the turn and no others', async () => {
  const read = async (
    args: { id?: unknown },
    _config: unknown,
    call: { readAttachment(id: string): Promise<Uint8Array> },
  ) => {
    try {
      return `${(await call.readAttachment(String(args.id))).length} bytes`;
    } catch (error) {
      return isLoadoutError(error) ? error.code : 'another error';
    }
  };
  const { startTurn } = await openHost({ tools: { read } });
  const attachments = [{ id: 'f1', name: 'a', mediaType: 'text/plain' }];
  const asked: string[] = [];
  const turn = await startTurn({
    attachments,
    readAttachment: async (id) => {
      asked.push(id);
      return new Uint8Array(4);
    },
  });
  expect(readText(await turn.call({ name: 'read', arguments: { id: 'f1' } }))).toBe('4 bytes');
  expect(readText(await turn.call({ name: 'read', arguments: { id: '../f2' } }))).toBe('ATTACHMENT_UNAVAILABLE');
  expect(asked).toEqual(['f1']);
  const without = await startTurn({ attachments });
  expect(readText(await without.call({ name: 'read', arguments: { id: 'f1' } }))).toBe('ATTACHMENT_UNAVAILABLE');
});

test('3.2 fetch is the guarded one: it reaches no address that is not public', async () => {
  const { startTurn } = await openHost({
    tools: {
      load: async (_args, _config, { fetch }) => {
        const error: unknown = await fetch('http://127.0.0.1:8080/').catch((reason: unknown) => reason);
        return isLoadoutError(error) ? error.code : 'it was reached';
      },
    },
  });
  expect(readText(await (await startTurn()).call({ name: 'load' }))).toBe('NETWORK_ADDRESS_REFUSED');
});

test('3.2 fetch follows the signal of the call as well as the signal that it is given', async () => {
  const signals: AbortSignal[] = [];
  const fetch: GuardedFetch = (_url, options) => {
    if (options?.signal !== undefined) signals.push(options.signal);
    return Promise.reject(new Error('no network here'));
  };
  const own = new AbortController();
  const started = createDeferred<void>();
  const { startTurn } = await openHost({
    fetch,
    tools: {
      load: async (_args, _config, call) => {
        await call.fetch('https://example.org/', { signal: own.signal }).catch(() => undefined);
        await call.fetch('https://example.org/').catch(() => undefined);
        started.resolve();
        return new Promise(() => undefined);
      },
    },
  });
  const turn = await startTurn();
  const calling = turn.call({ name: 'load' });
  await started.promise;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  own.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await turn.end();
  await calling;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('3.2 progress and log lines after the end of a call go nowhere, and a broken listener breaks no call', async () => {
  const heard: unknown[] = [];
  let report: () => void = () => undefined;
  const { startTurn, log } = await openHost({
    tools: {
      work: async (_args, _config, call) => {
        report = () => {
          call.progress({ progress: 99 });
          call.log('info', 'too late');
        };
        call.progress({ progress: 1 });
        return 'fine';
      },
    },
  });
  const listeners: readonly NonNullable<TurnOptions['onProgress']>[] = [
    ({ progress }) => void heard.push(progress),
    () => {
      throw new Error('a broken listener');
    },
    async () => {
      throw new Error('a broken listener that is async');
    },
  ];
  for (const onProgress of listeners) {
    const turn = await startTurn({ onProgress });
    expect(readText(await turn.call({ name: 'work' }))).toBe('fine');
    report();
    await settle();
  }
  expect(heard).toEqual([1]);
  expect(log.filter(({ message }) => message === 'too late')).toEqual([]);
  expect(log.filter(({ event }) => event === 'progress-listener-failed')).toHaveLength(2);
});
