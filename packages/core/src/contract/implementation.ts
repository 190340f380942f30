import type { CallScope, ToolConfig } from './call.js';
import type { ConfidenceLevel } from './confidence.js';
import type { JsonObject, JsonSchema, MaybePromise } from './json.js';
import type { ToolPolicy } from './policy.js';
import type { ToolReturn } from './result.js';

/**
 * Why settings do not do. `field` is absent when the whole does not: name one only where its value is wrong whatever the
 * others are, because a setting is refused when it is set to what is then a problem of its own.
 */
export interface ConfigurationProblem {
  readonly field?: string;
  readonly message: string;
}

/**
 * The code behind a definition file with the same `implementationKey`. What people read comes from here,
 * what the model reads comes from the file.
 */
export interface IToolImplementation {
  readonly implementationKey: string;
  /** An icon name or a `data:` URI. */
  readonly icon?: string;
  /** Names of top-level arguments that are masked in traces. */
  readonly sensitiveArguments?: readonly string[];
  readonly policy?: Partial<ToolPolicy>;
  /** Old names of the tool. */
  readonly aliases?: readonly string[];
  readonly outputSchema?: JsonSchema;
  readonly minimumConfidence?: ConfidenceLevel;

  /** The tool's name for people, in the locale (BCP 47) or the nearest there is. */
  displayName(locale: string): string;
  /** One sentence for people. */
  description(locale: string): string;
  settingsFieldLabel?(field: string, locale: string): string | undefined;
  settingsFieldDescription?(field: string, locale: string): string | undefined;

  /**
   * Judges settings that fit the schema. Nothing, or an empty list, means they do. While settings are set and explained, a
   * required one may be missing: then problems count whose `field` is there.
   */
  validateConfiguration?(config: ToolConfig): MaybePromise<readonly ConfigurationProblem[] | undefined>;

  /** Runs a call. `args` fit the file's `parameters`. */
  execute(args: JsonObject, config: ToolConfig, call: CallScope): MaybePromise<ToolReturn>;

  /**
   * Frees what the implementation holds: workers, connections. Called when a host closes, once for each host,
   * which waits 5 seconds for it. What runs for calls is ended by their signals.
   */
  close?(): MaybePromise<void>;
}
