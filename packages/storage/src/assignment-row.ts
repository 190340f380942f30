import type { Assignment, JsonObject } from '@loadout/core';
import { LoadoutError } from '@loadout/core';
import type { Insertable, Selectable } from 'kysely';
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
    settingsOverride: row.settings_override === null ? null : parseSettings(row.settings_override, row),
    isBuiltIn: row.is_built_in === 1,
    position: row.position,
    assignedAt: row.assigned_at,
    updatedAt: row.updated_at,
  });
}

/** Settings that cannot be read are not left out: the tool would then run with other ones than were chosen. */
function parseSettings(text: string, { bot_id, tool_name }: Selectable<BotToolsTable>): JsonObject {
  let cause: unknown;
  try {
    const settings: unknown = JSON.parse(text, (_key, value: unknown) => Object.freeze(value));
    if (isJsonObject(settings)) return settings;
  } catch (error) {
    cause = error;
  }
  throw new LoadoutError(
    'STORE_UNAVAILABLE',
    `The settings of tool "${tool_name}" for bot "${bot_id}" in the database are no JSON object. ` +
      'Correct the column settings_override of that row in bot_tools, or set it to NULL.',
    { details: { botId: bot_id, toolName: tool_name }, cause },
  );
}

/** Whether `value`, which `JSON.parse` gave, is an object. */
function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
