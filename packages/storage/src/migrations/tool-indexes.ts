import type { Kysely } from 'kysely';

/** Version 3: loadouts are found by tool, and counted by owner, without reading all of them. */
export async function indexBotTools(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex('bot_tools_by_tool')
    .on('bot_tools')
    .columns(['tool_name', 'bot_id', 'owner'])
    .execute();
  await database.schema
    .createIndex('bot_tools_by_owner')
    .on('bot_tools')
    .columns(['tool_name', 'owner', 'updated_at'])
    .execute();
}
