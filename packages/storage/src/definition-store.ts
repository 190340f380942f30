import type { JsonObject } from '@loadout/core';
import { parseJsonObject } from './parse-json.js';
import type { StoreDatabase } from './schema.js';

/** A definition by its hash. */
export async function getDefinition(database: StoreDatabase, hash: string): Promise<JsonObject | undefined> {
  const row = await database.selectFrom('definitions').select('definition').where('hash', '=', hash).executeTakeFirst();
  return row && parseJsonObject(row.definition, { table: 'definitions', column: 'definition', row: `hash "${hash}"` });
}

/** Keeps a definition under its hash. */
export async function putDefinition(database: StoreDatabase, hash: string, definition: JsonObject): Promise<void> {
  await database
    .insertInto('definitions')
    .values({ hash, definition: JSON.stringify(definition) })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet(({ ref }) => ({ definition: ref('excluded.definition') })),
    )
    .execute();
}
