import type { CallScope, ToolConfig } from '../contract/call.js';
import { validateConfigurationKey } from '../contract/configuration-check.js';
import type { ToolDefinition, ToolMetadata } from '../contract/definition.js';
import type { IToolImplementation } from '../contract/implementation.js';
import type { JsonObject, MaybePromise } from '../contract/json.js';
import { leftOutKey } from '../contract/left-out.js';
import type { IToolProvider } from '../contract/provider.js';
import type { ToolReturn } from '../contract/result.js';
import { joinImplementations } from './join-implementations.js';
import { type DefinitionProblem, describeDefinitionProblem, loadDefinitionFiles } from './load-definition-files.js';

/** What a provider of definition files is made of. */
export interface DefinitionProviderOptions {
  /** Folders of definition files, in order of precedence. */
  readonly folders: readonly (string | URL)[];
  /** The code behind them, in order of precedence. */
  readonly implementations: readonly IToolImplementation[];
  /** The components that files may name. Default `chat` and `assistant`. */
  readonly components?: readonly string[];
}

/** A provider whose tools come from definition files and implementations. */
export interface DefinitionProvider extends IToolProvider {
  getTools(): readonly ToolDefinition[];
  getToolMetadata(): Readonly<Record<string, ToolMetadata>>;
  /** What was left out, and why. */
  readonly problems: readonly DefinitionProblem[];
  /** All names and aliases, also of what was left out. */
  readonly reservedNames: ReadonlySet<string>;
}

/**
 * Makes a provider out of folders of definition files and the implementations behind them: the host's built-in
 * tools are one, and a companion can register one instead of writing its own. What is wrong leaves out that
 * tool alone and is said in `problems`. Never rejects.
 *
 * @example
 * const provider = await createDefinitionProvider({
 *   folders: [new URL('../tool_definitions/', import.meta.url)],
 *   implementations: [wordCount],
 * });
 * host.on('CollectToolProviders', (event) => event.registerProvider(provider));
 */
export async function createDefinitionProvider(options: DefinitionProviderOptions): Promise<DefinitionProvider> {
  const { folders, implementations, components = ['chat', 'assistant'] } = options;
  const loaded = await loadDefinitionFiles(folders, components);
  const { tools, problems, reservedNames } = joinImplementations(loaded, implementations);
  const definitions = Object.freeze([...tools.values()].map(({ definition }) => definition));
  const metadata = Object.freeze(Object.fromEntries(definitions.map((tool) => [tool.name, readMetadata(tool)])));
  return Object.freeze({
    problems: Object.freeze(problems),
    [leftOutKey]: Object.freeze(problems.map(describeDefinitionProblem)),
    [validateConfigurationKey]: (name: string, config: ToolConfig) =>
      tools.get(name)?.implementation.validateConfiguration?.(config),
    reservedNames,
    getTools: () => definitions,
    getToolMetadata: () => metadata,
    executeTool(name: string, args: JsonObject, config: ToolConfig, call: CallScope): MaybePromise<ToolReturn> {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`There is no tool "${name}" among these definition files.`);
      return tool.implementation.execute(args, config, call);
    },
  });
}

function readMetadata({ label, summary, icon }: ToolDefinition): ToolMetadata {
  return Object.freeze({
    ...(label === undefined ? {} : { label }),
    ...(summary === undefined ? {} : { summary }),
    ...(icon === undefined ? {} : { icon }),
  });
}
