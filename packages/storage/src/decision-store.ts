import type { Decision, DecisionKind } from '@loadout/core';
import type { Selectable } from 'kysely';
import { parseJson } from './parse-json.js';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { DecisionsTable, StoreDatabase } from './schema.js';

/** In order of kind and subject. */
export function listDecisions(database: StoreDatabase): Promise<readonly Decision[]> {
  return readPages<Decision>(async (last) => {
    let query = database.selectFrom('decisions').selectAll();
    if (last !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('kind', 'subject'), '>', tuple(last.kind, last.subject)),
      );
    }
    return (await query.orderBy('kind').orderBy('subject').limit(PAGE_SIZE).execute()).map(toDecision);
  });
}

/** Writes over the one of the same kind and subject. */
export async function putDecision(database: StoreDatabase, decision: Decision): Promise<void> {
  await database
    .insertInto('decisions')
    .values({
      kind: decision.kind,
      subject: decision.subject,
      value: JSON.stringify(decision.value),
      updated_at: decision.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), updated_at: ref('excluded.updated_at') })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteDecision(database: StoreDatabase, kind: DecisionKind, subject: string): Promise<void> {
  await database.deleteFrom('decisions').where('kind', '=', kind).where('subject', '=', subject).execute();
}

function toDecision(row: Selectable<DecisionsTable>): Decision {
  return Object.freeze({
    kind: row.kind,
    subject: row.subject,
    value: parseJson(row.value, {
      table: 'decisions',
      column: 'value',
      row: `decision "${row.kind}" on "${row.subject}"`,
    }),
    updatedAt: row.updated_at,
  });
}
