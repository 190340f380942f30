import { describeError } from '../companions/guard.js';
import type { ToolDefinition } from '../contract/definition.js';
import type { IToolImplementation } from '../contract/implementation.js';
import { suggestWord } from '../schema/nearest-word.js';
import { defineTool } from './define-tool.js';
import { isToolName } from './definition-file.js';
import type { DefinitionProblem, LoadedDefinitionFiles } from './load-definition-files.js';

/** A tool of a definition file with the code that runs it. */
export interface DefinedTool {
  readonly definition: ToolDefinition;
  readonly implementation: IToolImplementation;
}

/** What files and implementations make together. */
export interface JoinedTools {
  /** By name, in the order of the files. */
  readonly tools: ReadonlyMap<string, DefinedTool>;
  readonly problems: readonly DefinitionProblem[];
  readonly reservedNames: ReadonlySet<string>;
}

/** Finds the implementation of each file. What does not fit together is left out alone; its names stay reserved. */
export function joinImplementations(
  loaded: LoadedDefinitionFiles,
  implementations: readonly IToolImplementation[],
): JoinedTools {
  const tools = new Map<string, DefinedTool>();
  const problems = [...loaded.problems];
  const byKey = indexImplementations(implementations, problems);
  for (const { file, definition } of loaded.files) {
    const { name } = definition.function;
    const key = definition.implementationKey;
    const implementation = byKey.get(key);
    if (implementation === undefined) {
      const message = `No implementation has the key "${key}". ${suggestWord(key, [...byKey.keys()])}`;
      problems.push({ file, pointer: '/implementationKey', message, names: [name] });
      continue;
    }
    try {
      tools.set(name, { definition: defineTool(definition, implementation), implementation });
    } catch (error) {
      const message = `The implementation "${key}" cannot be used: ${describeError(error)}. Mend it.`;
      problems.push({ file, pointer: '/implementationKey', message, names: [name] });
    }
  }
  problems.push(...findUnused(loaded, byKey));
  const reservedNames = new Set([...tools.keys(), ...problems.flatMap(({ names }) => names)]);
  for (const implementation of implementations) {
    for (const alias of readAliases(implementation)) reservedNames.add(alias);
  }
  return { tools, problems, reservedNames };
}

/** Implementations that no file asks for. One whose file is there but broken was reported with the file. */
function findUnused(
  { files, problems }: LoadedDefinitionFiles,
  byKey: ReadonlyMap<string, IToolImplementation>,
): readonly DefinitionProblem[] {
  const asked = new Set([
    ...files.map(({ definition }) => definition.implementationKey),
    ...problems.flatMap(({ names }) => names),
  ]);
  return [...byKey.keys()]
    .filter((key) => !asked.has(key))
    .map((key) => {
      const message = `No definition file has the implementationKey "${key}". Add one, or remove the implementation.`;
      return { file: null, pointer: '', message, names: [key].filter(isToolName) };
    });
}

function indexImplementations(
  implementations: readonly IToolImplementation[],
  problems: DefinitionProblem[],
): Map<string, IToolImplementation> {
  const byKey = new Map<string, IToolImplementation>();
  for (const [index, implementation] of implementations.entries()) {
    const key = readKey(implementation);
    if (typeof key === 'string' && !byKey.has(key)) {
      byKey.set(key, implementation);
      continue;
    }
    const message =
      typeof key === 'string'
        ? `Two implementations have the key "${key}"; the first counts. Remove the other.`
        : `Implementation number ${index + 1} has no readable implementationKey. Give it the one of its definition file.`;
    problems.push({ file: null, pointer: '', message, names: [] });
  }
  return byKey;
}

function readKey(implementation: IToolImplementation): unknown {
  try {
    return implementation.implementationKey;
  } catch {
    // Reported as an implementation without a key.
    return undefined;
  }
}

function readAliases(implementation: IToolImplementation): readonly string[] {
  try {
    return [...(implementation.aliases ?? [])].filter(isToolName);
  } catch {
    // Reported by whoever needs them; a name that cannot be read cannot be reserved.
    return [];
  }
}
