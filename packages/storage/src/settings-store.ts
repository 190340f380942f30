import type { ToolSetting } from '@loadout/core';
import type { Selectable } from 'kysely';
import { parseJson } from './parse-json.js';
import { PAGE_SIZE, readPages } from './read-pages.js';
import type { StoreDatabase, ToolSettingsTable } from './schema.js';

/** In order of owner, tool and field. */
export function listToolSettings(database: StoreDatabase): Promise<readonly ToolSetting[]> {
  return readPages<ToolSetting>(async (last) => {
    let query = database.selectFrom('tool_settings').selectAll();
    if (last !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('owner', 'tool_name', 'field'), '>', tuple(last.owner, last.toolName, last.field)),
      );
    }
    const rows = await query.orderBy('owner').orderBy('tool_name').orderBy('field').limit(PAGE_SIZE).execute();
    return rows.map(toToolSetting);
  });
}

/** Writes over the one of the same owner, tool and field. */
export async function putToolSetting(database: StoreDatabase, setting: ToolSetting): Promise<void> {
  await database
    .insertInto('tool_settings')
    .values({
      owner: setting.owner,
      tool_name: setting.toolName,
      field: setting.field,
      value: JSON.stringify(setting.value),
      updated_at: setting.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'tool_name', 'field'])
        .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), updated_at: ref('excluded.updated_at') })),
    )
    .execute();
}

/** Removes it where it is there. */
export async function deleteToolSetting(
  database: StoreDatabase,
  { owner, toolName, field }: Pick<ToolSetting, 'owner' | 'toolName' | 'field'>,
): Promise<void> {
  await database
    .deleteFrom('tool_settings')
    .where('owner', '=', owner)
    .where('tool_name', '=', toolName)
    .where('field', '=', field)
    .execute();
}

function toToolSetting(row: Selectable<ToolSettingsTable>): ToolSetting {
  return Object.freeze({
    owner: row.owner,
    toolName: row.tool_name,
    field: row.field,
    value: parseJson(row.value, {
      table: 'tool_settings',
      column: 'value',
      row: `field "${row.field}" of tool "${row.tool_name}" of "${row.owner}"`,
    }),
    updatedAt: row.updated_at,
  });
}
