import type { CallScope, CompanionModule, Host, JsonObject } from '@loadout/core';
import { createHost } from '@loadout/core';
import { onTestFinished } from 'vitest';

/** A host with a bot `demo` that has `echo`, `fail` and `wait`; `wait` ends when its call is cancelled. */
export async function makeHost(): Promise<{ host: Host; waiting: Promise<void>; cancelled: Promise<void> }> {
  const waiting = withResolver();
  const cancelled = withResolver();
  const execute: Readonly<Record<string, (args: JsonObject, call: CallScope) => unknown>> = {
    echo: (args) => args,
    fail: () => {
      throw new Error('It broke.');
    },
    wait: (_args, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          cancelled.resolve();
          reject(signal.reason);
        });
        waiting.resolve();
      }),
  };
  const schema = { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false };
  const module: CompanionModule = {
    register: (companion) => {
      companion.on('CollectToolProviders', (event) =>
        event.registerProvider({
          getTools: () => Object.keys(execute).map((name) => ({ name, description: `Does ${name}.`, schema })),
          executeTool: (name, args, _config, call) => execute[name]?.(args, call),
        }),
      );
    },
  };
  const host = await createHost({ companions: [{ id: 'test-tools', load: () => module }], logger: () => {} });
  onTestFinished(() => host.close());
  await host.bots.add({ id: 'demo' });
  await host.assign('demo', ['echo', 'fail', 'wait']);
  return { host, waiting: waiting.promise, cancelled: cancelled.promise };
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
