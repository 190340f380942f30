import type { CallScope, ToolConfig } from './call.js';
import type { InvocationContext } from './context.js';
import type { ToolDefinition, ToolMetadata } from './definition.js';
import type { JsonObject, MaybePromise } from './json.js';
import type { ToolReturn } from './result.js';

/**
 * Lists tools and executes them: what a companion registers when the host dispatches
 * `CollectToolProviders`. Every method may return a value or a promise, and may fail in any way: the host
 * isolates it.
 */
export interface IToolProvider {
  /**
   * The tools on offer. Asked once, kept, and asked again in the background after `event.toolsChanged()`,
   * a changed setting, a reload, or an operator's refresh. Deadline 5 s.
   */
  getTools(): MaybePromise<readonly ToolDefinition[]>;

  /** Runs a call. `args` fit the tool's schema, are a copy of its own, and name is the provider's own name. */
  executeTool(name: string, args: JsonObject, config: ToolConfig, call: CallScope): MaybePromise<ToolReturn>;

  /**
   * Whether this provider answers for a name that nobody lists (an old name, a tool that is switched
   * off). Asked only for names that are assigned to the bot; such a name is never offered.
   */
  providesTool?(name: string): MaybePromise<boolean>;

  /** What people see, by tool name; also for tools that are not listed at present. Kept like the list. */
  getToolMetadata?(): MaybePromise<Readonly<Record<string, ToolMetadata>>>;

  /**
   * Told the context before a call, and `null` after the call has really ended. An instance that is
   * registered directly and has this method serves one call at a time; register a factory to have an
   * instance per turn instead. When it throws, the call is not made.
   */
  setInvocationContext?(context: InvocationContext | null): MaybePromise<void>;
}

/** Makes a provider for one turn, at its first call in it. Lists are asked of an instance of their own. */
export type ToolProviderFactory = () => MaybePromise<IToolProvider>;
