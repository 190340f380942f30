import {
  type CallOutcome,
  type CallScope,
  createHost,
  type Host,
  type HostOptions,
  type IToolProvider,
  type JsonObject,
  type LogEntry,
  type ToolConfig,
  type ToolDefinition,
  type Turn,
  type TurnOptions,
} from '@loadout/core';
import { onTestFinished } from 'vitest';
import { collectLog } from './collected-log.js';
import { createCompanion } from './companion.js';
import { tool } from './provider.js';

/** What a tool of a test does. */
export type Run = (args: JsonObject, config: ToolConfig, call: CallScope) => unknown;

/** A tool of a test: what it does, and what its definition says beyond the least. */
export type TestTool = Run | (Partial<ToolDefinition> & { readonly run: Run });

/** Tools by name. */
export type TestTools = Readonly<Record<string, TestTool>>;

/** A provider whose tools do what the test wants. */
export function provideTools(tools: TestTools, methods: Partial<IToolProvider> = {}): IToolProvider {
  const definitions = Object.entries(tools).map(([name, stated]) => {
    const { run: _, ...fields } = typeof stated === 'function' ? { run: stated } : stated;
    return tool(name, { schema: { type: 'object' }, ...fields });
  });
  return {
    getTools: () => definitions,
    executeTool(name, args, config, call) {
      const stated = tools[name];
      if (stated === undefined) throw new Error(`there is no ${name}`);
      return (typeof stated === 'function' ? stated : stated.run)(args, config, call);
    },
    ...methods,
  };
}

/** What a test says about its host beyond the host's own options. */
export interface OpenHostOptions extends HostOptions {
  /** Tools of one companion `@acme/tools`, for tests that need no more. */
  readonly tools?: TestTools;
  /** What `bot-a` is assigned. Default: all that is listed. Null: there is no such bot. */
  readonly assign?: readonly string[] | null;
}

/** A host with a bot `bot-a`, and all that it logged but routine. */
export interface OpenHost {
  readonly host: Host;
  readonly log: readonly LogEntry[];
  /** Starts a turn of `bot-a`, or of the bot that is named. */
  startTurn(options?: Partial<TurnOptions>): Promise<Turn>;
  addBot(id: string, tools: readonly string[]): Promise<void>;
}

/** Opens a host that is closed when the test has finished. */
export async function openHost({ tools, assign, companions = [], ...options }: OpenHostOptions): Promise<OpenHost> {
  const { logger, entries: log } = collectLog();
  const own = tools === undefined ? [] : [createCompanion('@acme/tools', provideTools(tools))];
  const host = await createHost({
    logger,
    ...options,
    companions: [...own, ...companions],
  });
  // A host that cannot be closed fails its test soon.
  onTestFinished(() => host.close(), 2_000);
  const addBot = async (id: string, names: readonly string[]): Promise<void> => {
    await host.bots.add({ id, displayName: `Bot ${id}` });
    await host.assign(id, names);
  };
  if (assign !== null) await addBot('bot-a', assign ?? (await host.catalogue()).tools.map(({ name }) => name));
  return { host, log, addBot, startTurn: (rest = {}) => host.startTurn({ bot: 'bot-a', ...rest }) };
}

/** A host with these tools, and a turn of `bot-a` that has all of them. */
export async function openTurn(
  tools: TestTools,
  options: Omit<OpenHostOptions, 'tools'> = {},
): Promise<OpenHost & { readonly turn: Turn }> {
  const opened = await openHost({ tools, ...options });
  return { ...opened, turn: await opened.startTurn() };
}

/** All text of a result, as a model reads it. */
export function readText({ content }: Pick<CallOutcome, 'content'>): string {
  return content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
}
