import {
  type CallScope,
  type CompanionModule,
  createHost,
  createMemoryStore,
  createMemoryTraceRecorder,
  type Host,
  type HostOptions,
  type JsonObject,
  type Store,
  type TraceRecorder,
} from '@loadout/core';
import { onTestFinished } from 'vitest';

/** The value of a secret setting: no answer may carry it. */
export const secretValue = 'a-secret-that-nobody-reads';

export interface MadeHost {
  readonly host: Host;
  readonly store: Store;
  readonly traces: TraceRecorder;
  /** Resolves when a call of `wait` runs. */
  readonly waiting: Promise<void>;
  /** Resolves when a call of `wait` was cancelled. */
  readonly cancelled: Promise<void>;
}

/** Answers what it was given. */
type Execute = (args: JsonObject, call: CallScope) => unknown;

/**
 * A host with a bot `demo` that has `echo`, `asks`, `fail`, `steps`, `who` and `wait`, and a bot `other` without tools.
 * `wait` ends when its call is cancelled. A person is asked before `asks`. The text of `who` is sensitive. With a store of another host its bots are there already.
 */
export async function makeHost(
  shared?: Pick<MadeHost, 'store' | 'traces'>,
  more: Pick<HostOptions, 'organisation'> = {},
): Promise<MadeHost> {
  const store = shared?.store ?? createMemoryStore();
  const traces = shared?.traces ?? createMemoryTraceRecorder();
  const waiting = withResolver();
  const cancelled = withResolver();
  const execute: Readonly<Record<string, Execute>> = {
    echo: (args) => args,
    asks: (args) => args,
    fail: () => {
      throw new Error('It broke.');
    },
    steps: (_args, call) => {
      for (const progress of [1, 2, 3]) call.progress({ progress, total: 3, message: `step ${progress}` });
      return 'done';
    },
    who: (_args, { context }) => ({
      modelProvider: context.modelProvider,
      conversation: context.conversation?.id ?? null,
    }),
    wait: (_args, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          cancelled.resolve();
          reject(signal.reason);
        });
        waiting.resolve();
      }),
  };
  const host = await createHost({
    store,
    traces,
    companions: [
      { id: '@acme/tools', load: () => createModule(execute) },
      { id: '@acme/left-out', load: createLeftOutModule, formerly: ['@acme/before'] },
    ],
    exposeAs: [{ owner: '@acme/left-out', tool: 'missing', as: 'nothing' }],
    toolSettings: { echo: { apiKey: secretValue } },
    logger: () => {},
    ...more,
  });
  onTestFinished(() => host.close());
  if (shared === undefined) {
    await host.bots.add({ id: 'demo' });
    await host.bots.add({ id: 'other' });
    await host.assign('demo', Object.keys(execute));
  }
  return { host, store, traces, waiting: waiting.promise, cancelled: cancelled.promise };
}

/** Everything that a catalogue can leave out: a taken name, a taken alias, a broken definition. */
function createLeftOutModule(): CompanionModule {
  const fine = { description: 'Does it.', schema: { type: 'object' } };
  const tools = [
    { ...fine, name: 'echo' },
    { ...fine, name: 'left', aliases: ['spare'] },
    { ...fine, name: 'broken', schema: { type: 'array' } },
  ];
  return {
    register: (companion) => {
      companion.on('CollectToolProviders', (event) =>
        event.registerProvider({ getTools: () => tools, executeTool: () => 'done' }),
      );
    },
  };
}

function createModule(execute: Readonly<Record<string, Execute>>): CompanionModule {
  const schema = { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false };
  const settingsSchema = {
    type: 'object',
    properties: {
      apiKey: { type: 'string', title: 'Key', secret: true },
      region: { type: 'string', title: 'Region', default: 'eu' },
      pages: { type: 'integer', title: 'Pages', minimum: 1, maximum: 9 },
    },
  };
  const tools = [...Object.keys(execute), 'spare'].map((name) => ({
    name,
    description: `Does ${name}.`,
    schema,
    settingsSchema,
    aliases: [`${name}_old`],
    policy: { readOnly: name !== 'wait', ...(name === 'asks' ? { approval: 'ask' as const } : {}) },
    ...(name === 'who' ? { sensitiveArguments: ['text'] } : {}),
  }));
  return {
    register: (companion) => {
      companion.on('CollectToolProviders', (event) =>
        event.registerProvider({
          getTools: () => tools,
          executeTool: (name, args, _config, call) => execute[name]?.(args, call) ?? 'nothing to do',
        }),
      );
    },
  };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
