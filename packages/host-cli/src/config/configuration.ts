import type { BuiltinToolsOptions } from '@loadout/builtin-tools';
import type { ConfidenceLevel, ExposeAs, JsonObject, LogLevel } from '@loadout/core';

/** A companion of the configuration. */
export interface ConfiguredCompanion {
  /** The package name. */
  readonly id: string;
  readonly enabled: boolean;
  readonly settings: JsonObject | undefined;
  /** Where the entry stands: file, line, column and JSON pointer. */
  readonly place: string;
  /** Whether its package is there and can be read. */
  readonly isInstalled: boolean;
}

/** What the host is built from: file, environment and flags in one, paths absolute. */
export interface Configuration {
  /** Undefined: there is none, the defaults hold. */
  readonly file: string | undefined;
  /** Where companions are looked up from: the file's folder, or the working directory. */
  readonly folder: string;
  readonly companions: readonly ConfiguredCompanion[];
  readonly exposeAs: readonly ExposeAs[];
  readonly toolSettings: Readonly<Record<string, JsonObject>>;
  readonly definitionFolders: readonly string[];
  /** The managed file of the organisation. Undefined: there is none. */
  readonly organisationFile: string | undefined;
  /** BCP 47: the language that the environment asks for. */
  readonly locale: string;
  readonly database: string;
  readonly web: WebSettings;
  readonly traces: TraceRetention;
  readonly log: LogSettings;
  readonly chat: ChatSettings;
  readonly secrets: SecretSettings;
  readonly server: ServerSettings;
  /** Flags by which another process gets the same configuration and database, where it would not by itself. */
  readonly overrides: readonly (readonly [flag: string, value: string])[];
}

/** How the web tools treat servers and this machine; what is absent, they decide. */
export type WebSettings = Pick<BuiltinToolsOptions, 'contact' | 'userAgent' | 'politeness' | 'extraction'>;

/** How long traces are kept; what is absent, the traces file decides. */
export interface TraceRetention {
  readonly maxAgeDays?: number;
  readonly maxCount?: number;
}

/** The model that chats are with; never its key. */
export interface ChatSettings {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly api?: 'chat' | 'responses' | 'anthropic';
  readonly system?: string;
  readonly modelProvider?: { readonly id?: string; readonly confidence?: ConfidenceLevel };
}

/** Where secrets are kept; what is absent, the machine decides. */
export interface SecretSettings {
  readonly store?: 'keyring' | 'encrypted';
}

/** Where the server listens, and what it takes. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** The address of a proxy before it. Undefined: there is none. */
  readonly publicUrl: string | undefined;
  readonly rateLimit: RateLimit;
}

/** How much a client may ask for in a minute; what is absent, the server decides. */
export interface RateLimit {
  readonly requestsPerMinute?: number;
  readonly signInFailuresPerMinute?: number;
}

/** How a log line is written. */
export type LogFormat = 'json' | 'text';

/** Where log lines go, and which. Undefined: as it suits the place that they go to. */
export interface LogSettings {
  readonly level: LogLevel | undefined;
  readonly file: string | undefined;
  readonly format: LogFormat | undefined;
}

/** What the command line says, which goes before everything else. */
export interface ConfigurationFlags {
  readonly config?: string;
  readonly database?: string;
  readonly logLevel?: LogLevel;
  readonly host?: string;
  readonly port?: number;
}

/** The content of `loadout.config.json` after everything wrong was left out; see `config.schema.json`. */
export interface ConfigurationFile {
  readonly companions?: readonly (string | CompanionItem)[];
  readonly exposeAs?: readonly ExposeAs[];
  readonly toolSettings?: Readonly<Record<string, JsonObject>>;
  readonly database?: string;
  readonly definitionFolders?: readonly string[];
  readonly organisationFile?: string;
  readonly web?: WebSettings;
  readonly traces?: TraceRetention;
  readonly log?: { readonly level?: LogLevel; readonly file?: string | null; readonly format?: LogFormat };
  readonly chat?: ChatSettings;
  readonly secrets?: SecretSettings;
  readonly server?: Partial<Omit<ServerSettings, 'publicUrl'>> & { readonly publicUrl?: string };
}

/** An entry of `companions` that says more than the name. */
export interface CompanionItem {
  readonly package: string;
  readonly enabled?: boolean;
  readonly settings?: JsonObject;
}
