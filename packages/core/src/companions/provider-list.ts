import type { ToolMetadata } from '../contract/definition.js';
import type { JsonObject } from '../contract/json.js';
import type { KnownName } from './known-tool.js';

/** A good answer to `getTools`. Never changed, only replaced. */
export interface ProviderList {
  /** Raw definitions: foreign objects, to be judged one by one. */
  readonly tools: readonly unknown[];
  /** Tools of an earlier run that are known by name alone, and that the provider still knows: nobody else may take the names. */
  readonly names?: readonly KnownName[];
  readonly listedAt: number;
}

/** The last good list of a provider, from an earlier run. */
export interface RestoredList {
  /** Of the provider, in its companion. */
  readonly id: string | undefined;
  readonly list: ProviderList;
  readonly metadata: ReadonlyMap<string, ToolMetadata>;
  /** The last definitions of tools that it did not list any more, the last that left first. */
  readonly droppedTools: readonly JsonObject[];
  /** Groups of names that it ever stated for one tool. */
  readonly relatedNames?: readonly (readonly string[])[];
}
