import type { ConfigurationProblem } from './implementation.js';
import type { JsonSchema, JsonValue } from './json.js';

/** A layer of settings, highest first (contract 9.1). */
export type SettingsLayerName =
  /** Locked by the organisation. */
  | 'organisation-locked'
  /** One bot's own. */
  | 'bot-override'
  /** What the operator set through the command line, the API or the page. */
  | 'operator'
  /** `toolSettings` of the configuration, or `HostOptions.toolSettings`. */
  | 'configuration'
  /** Settings of the companion that the tool belongs to. */
  | 'companion'
  /** A default of the organisation's that operators may change. */
  | 'organisation-default'
  /** The default of the schema. */
  | 'schema-default';

/** One field of a tool's settings: where its value comes from, and what it hides. */
export interface ExplainedSetting {
  readonly field: string;
  /** The schema of the field. */
  readonly schema: JsonSchema;
  /** Of what is kept in the layer that is changed, the bot's or the operator's: what a change of it can be tied to. */
  readonly revision: string;
  /** In the locale that was asked for. */
  readonly title: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** Its values are shown to nobody: they are `[secret]` wherever this type has one. */
  readonly isSecret: boolean;
  /** Of a secret that has a value: it has fewer than 8 characters, and cannot be redacted (contract 9.5). */
  readonly isTooShort?: boolean;
  /** The effective value; null where there is none. */
  readonly value: JsonValue;
  /** Where that comes from; null where there is none. */
  readonly layer: SettingsLayerName | null;
  /** Each layer that says something, highest first. */
  readonly layers: readonly {
    readonly layer: SettingsLayerName;
    readonly value: JsonValue;
    /** Why it does not count, where it does not fit. */
    readonly problem?: string;
    /** Of the organisation's: why it is so. */
    readonly reason?: string;
    /** Of the organisation's: whom to ask. */
    readonly contact?: string;
  }[];
}

/** All settings of one tool. */
export interface ExplainedSettings {
  readonly tool: string;
  readonly owner: string;
  /** The bot whose override was looked at. */
  readonly bot: string | null;
  readonly fields: readonly ExplainedSetting[];
  /** Of the fields that have no value and need one, the names. */
  readonly missing: readonly string[];
  /** What the tool itself says of values that fit its schema (`validateConfiguration`). */
  readonly problems: readonly ConfigurationProblem[];
}
