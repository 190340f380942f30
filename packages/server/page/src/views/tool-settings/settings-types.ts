import type { ApiSchemas } from '@loadout/server/client';

export type ToolSettings = ApiSchemas['Settings'];
export type Setting = ApiSchemas['Setting'];
export type Layer = Setting['layers'][number];

/** Whose settings: a bot's, or those of all bots. */
export interface Scope {
  /** The name of the tool, or `owner#name` where several have it or nobody lists it. */
  readonly reference: string;
  readonly bot: string | undefined;
  /** The bot by the name that people gave it. */
  readonly botName: string | undefined;
}
