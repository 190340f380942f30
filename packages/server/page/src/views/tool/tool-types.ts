import type { ApiSchemas } from '@loadout/server/client';

export type ToolDescription = ApiSchemas['ToolDescription'];
export type DetailedTool = NonNullable<ToolDescription['tool']>;
