import type { InvocationContext, IToolProvider, ToolDefinition } from '@loadout/core';
import { createCompanion } from './companion.js';
import { createDeferred, type Deferred } from './deferred.js';
import { openHost, provideTools, type TestTools } from './turn-builders.js';

/** A provider that writes down when it is told a context; `told` is what it was told last. */
export interface Teller extends IToolProvider {
  readonly events: string[];
  told: InvocationContext | null;
}

export function createTeller(tools: TestTools, tell?: (context: InvocationContext | null) => unknown): Teller {
  const teller: Teller = Object.assign(provideTools(tools), {
    events: [] as string[],
    told: null,
    async setInvocationContext(context: InvocationContext | null) {
      await tell?.(context);
      teller.told = context;
      teller.events.push(context === null ? 'null' : `set ${context.bot.id}`);
    },
  });
  return teller;
}

/** A tool that runs until the test says how it ends. */
export function createSlowTool(policy: ToolDefinition['policy'] = {}) {
  const runs: Deferred<unknown>[] = [];
  const begun: (() => void)[] = [];
  const tool = {
    policy,
    run: () => {
      const run = createDeferred<unknown>();
      runs.push(run);
      for (const resolve of begun.splice(0)) resolve();
      return run.promise;
    },
  };
  /** Resolves when the tool has been started so many times. */
  const untilRun = async (count: number): Promise<Deferred<unknown>> => {
    while (runs.length < count) await new Promise<void>((resolve) => void begun.push(resolve));
    return runs[count - 1] ?? createDeferred();
  };
  return { tool, runs, untilRun };
}

/** A host with two bots that have tools of one shared provider, and a turn of each. */
export async function openTwoBots(
  provider: IToolProvider,
  names: readonly string[],
  options: Parameters<typeof openHost>[0] = {},
) {
  const opened = await openHost({
    ...options,
    companions: [createCompanion('@acme/shared', provider), ...(options.companions ?? [])],
  });
  await opened.addBot('bot-b', names);
  return { ...opened, a: await opened.startTurn(), b: await opened.startTurn({ bot: 'bot-b' }) };
}
