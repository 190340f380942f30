import type { ApiSchemas } from '@loadout/server/client';

export type BotTools = ApiSchemas['BotTools'];
export type ToolRow = ApiSchemas['ToolRow'];
export type LoadoutChange = ApiSchemas['LoadoutChange'];
export type LoadoutChanged = ApiSchemas['LoadoutChanged'];

/** A tool, as messages name it. */
export interface NamedTool {
  readonly name: string;
  /** Foreign. */
  readonly label: string;
}
