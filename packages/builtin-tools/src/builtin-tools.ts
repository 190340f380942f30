import type { IToolImplementation } from '@loadout/core/contract';
import { findDefinitionFolder } from './definition-folder.js';
import { createReadWebPage, type ReadWebPageOptions } from './read-web-page/read-web-page.js';

/** How the built-in tools are set up. */
export interface BuiltinToolsOptions extends ReadWebPageOptions {
  /** The folder with the definition files. Default: the one that ships with this package. */
  readonly definitionFolder?: string | URL;
}

/** What a host needs for the built-in tools. */
export interface BuiltinTools {
  readonly definitionFolders: readonly (string | URL)[];
  readonly implementations: readonly IToolImplementation[];
}

/**
 * The tools that ship with the host, to be spread into its options. Loads none of their parsers.
 *
 * ```ts
 * const host = await createHost({ ...builtinTools() });
 * ```
 */
export function builtinTools({ definitionFolder, ...options }: BuiltinToolsOptions = {}): BuiltinTools {
  return {
    definitionFolders: [definitionFolder ?? findDefinitionFolder()],
    implementations: [createReadWebPage(options)],
  };
}
