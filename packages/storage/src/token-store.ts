import type { StoredToken } from '@loadout/core';
import { LoadoutError } from '@loadout/core';
import type { Selectable } from 'kysely';
import { requireBot } from './bot-store.js';
import { nextNumber } from './next-number.js';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { StoreDatabase, TokensTable } from './schema.js';

/** In the order of their making. */
export async function listTokens(database: StoreDatabase): Promise<readonly StoredToken[]> {
  const rows = await readPages<Selectable<TokensTable>>((last) =>
    database
      .selectFrom('tokens')
      .selectAll()
      .where('number', '>', last?.number ?? 0)
      .orderBy('number')
      .limit(PAGE_SIZE)
      .execute(),
  );
  return rows.map(toToken);
}

/** The token whose secret has this hash. The column is unique, and so has an index. */
export async function findToken(database: StoreDatabase, secretHash: string): Promise<StoredToken | undefined> {
  const row = await database.selectFrom('tokens').selectAll().where('secret_hash', '=', secretHash).executeTakeFirst();
  return row && toToken(row);
}

/** Throws `BOT_UNKNOWN` for a token of a bot that is not there. */
export async function addToken(database: StoreDatabase, token: StoredToken): Promise<void> {
  if (token.bot !== null) await requireBot(database, token.bot);
  await database
    .insertInto('tokens')
    .values({
      number: await nextNumber(database, 'tokens'),
      id: token.id,
      name: token.name,
      role: token.role,
      bot_id: token.bot,
      confidence: token.confidence,
      created_at: token.createdAt,
      created_by: token.createdBy,
      expires_at: token.expiresAt,
      revoked_at: token.revokedAt,
      secret_hash: token.secretHash,
      session_of: token.session && (token.session.of ?? ''),
    })
    .execute();
}

/** A token that was revoked already keeps that time. Throws `TOKEN_UNKNOWN`. */
export async function revokeToken(database: StoreDatabase, id: string, at: string): Promise<void> {
  const found = await database.selectFrom('tokens').select('number').where('id', '=', id).executeTakeFirst();
  if (found === undefined) {
    throw new LoadoutError('TOKEN_UNKNOWN', `There is no token ${JSON.stringify(id)}. List the tokens.`, {
      details: { tokenId: id },
    });
  }
  await database
    .updateTable('tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Nothing is left of it. */
export async function deleteToken(database: StoreDatabase, id: string): Promise<void> {
  await database.deleteFrom('tokens').where('id', '=', id).execute();
}

function toToken(row: Selectable<TokensTable>): StoredToken {
  return Object.freeze({
    id: row.id,
    name: row.name,
    role: row.role,
    bot: row.bot_id,
    confidence: row.confidence,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    session: row.session_of === null ? null : Object.freeze({ of: row.session_of === '' ? null : row.session_of }),
    secretHash: row.secret_hash,
  });
}
