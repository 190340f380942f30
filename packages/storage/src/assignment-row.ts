import type { Assignment } from '@loadout/core';
import type { Insertable, Selectable } from 'kysely';
import { parseJsonObject } from './parse-json.js';
import type { BotToolsTable } from './schema.js';

/** The row of an assignment. */
export function toRow(botId: string, assignment: Assignment): Insertable<BotToolsTable> {
  return {
    bot_id: botId,
    tool_name: assignment.toolName,
    owner: assignment.owner,
    label: assignment.label,
    definition_hash: assignment.definitionHash,
    settings_override: assignment.settingsOverride && JSON.stringify(assignment.settingsOverride),
    position: assignment.position,
    assigned_at: assignment.assignedAt,
    updated_at: assignment.updatedAt,
  };
}

/** The assignment in a row, frozen. Throws `STORE_UNAVAILABLE` for settings that somebody else broke. */
export function toAssignment(row: Selectable<BotToolsTable>): Assignment {
  return Object.freeze({
    toolName: row.tool_name,
    owner: row.owner,
    label: row.label,
    definitionHash: row.definition_hash,
    settingsOverride:
      row.settings_override === null
        ? null
        : parseJsonObject(row.settings_override, {
            table: 'bot_tools',
            column: 'settings_override',
            row: `tool "${row.tool_name}" for bot "${row.bot_id}"`,
          }),
    isBuiltIn: row.is_built_in === 1,
    position: row.position,
    assignedAt: row.assigned_at,
    updatedAt: row.updated_at,
  });
}
