import type { StoreDatabase } from './schema.js';

/**
 * The number after the highest one that a table has: ids in the order of writing, without the sequences that every
 * database has in its own way. Inside a change nobody else takes it.
 */
export async function nextNumber(database: StoreDatabase, table: 'audit' | 'tokens'): Promise<number> {
  const column = table === 'audit' ? 'audit.id' : 'tokens.number';
  const row = await database
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>(column).as('highest'))
    .executeTakeFirst();
  return (row?.highest ?? 0) + 1;
}
