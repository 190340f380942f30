import type { StoredSecret } from '@loadout/core';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { StoreDatabase } from './schema.js';

/** In order of their names. */
export async function listSecrets(database: StoreDatabase): Promise<readonly StoredSecret[]> {
  const rows = await readPages<StoredSecret>(async (last) => {
    let query = database.selectFrom('secrets').select(['name', 'sealed', 'updated_at as updatedAt']);
    if (last !== undefined) query = query.where('name', '>', last.name);
    return query.orderBy('name').limit(PAGE_SIZE).execute();
  });
  return rows.map((row) => Object.freeze(row));
}

/** Writes over the one of the same name. */
export async function putSecret(database: StoreDatabase, { name, sealed, updatedAt }: StoredSecret): Promise<void> {
  await database
    .insertInto('secrets')
    .values({ name, sealed, updated_at: updatedAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ sealed: ref('excluded.sealed'), updated_at: ref('excluded.updated_at') })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteSecret(database: StoreDatabase, name: string): Promise<void> {
  await database.deleteFrom('secrets').where('name', '=', name).execute();
}
