import { MAX_TEXT_CHARACTERS } from '../companions/read-metadata.js';
import type {
  ExportDocument,
  ExportedAssignment,
  ExportedBot,
  ExportedDecision,
  ExportedSetting,
} from '../contract/export-document.js';
import type { JsonObject } from '../contract/json.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { collectTools } from './known-tools.js';
import { letOthersRun } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { listSecretFields, SecretMask } from './secret-mask.js';

const BOTS_AT_ONCE = 50;

/** Everything that an operator chose, as the store has it at one moment. Never a secret. See `Host.export`. */
export async function exportAll(parts: OperatorParts, signal?: AbortSignal): Promise<ExportDocument> {
  const mask = new SecretMask(await collectTools(parts));
  return parts.store.read((reader) => readAll(reader, mask, signal));
}

async function readAll(
  reader: StoreReader,
  mask: SecretMask,
  signal: AbortSignal | undefined,
): Promise<ExportDocument> {
  const leftOut: string[] = [];
  const bots: ExportedBot[] = [];
  for (const { id, displayName } of await reader.listBots()) {
    signal?.throwIfAborted();
    const tools: ExportedAssignment[] = [];
    for (const row of await reader.listAssignments(id))
      tools.push(await exportAssignment(id, row, { reader, mask, leftOut }));
    bots.push({ id, displayName, tools });
    if (bots.length % BOTS_AT_ONCE === 0) await letOthersRun();
  }
  const settings: ExportedSetting[] = [];
  for (const { owner, toolName: tool, field, value } of await reader.listToolSettings()) {
    if (mask.settingsOfSubject({ owner, toolName: tool }).secrets.has(field)) {
      leftOut.push(`The secret setting "${field}" of "${tool}" of ${owner}.`);
    } else settings.push({ owner, tool, field, value });
  }
  const decisions: ExportedDecision[] = (await reader.listDecisions()).map(({ kind, subject, value }) => ({
    kind,
    subject,
    value,
  }));
  return {
    format: 'loadout-export',
    version: 1,
    bots: sortBy(bots, ({ id }) => [id]),
    settings: sortBy(settings, ({ owner, tool, field }) => [owner, tool, field]),
    decisions: sortBy(decisions, ({ kind, subject }) => [kind, subject]),
    leftOut,
  };
}

interface ExportContext {
  readonly reader: StoreReader;
  readonly mask: SecretMask;
  readonly leftOut: string[];
}

async function exportAssignment(
  bot: string,
  row: Assignment,
  { reader, mask, leftOut }: ExportContext,
): Promise<ExportedAssignment> {
  const { toolName: name, owner, label, definitionHash, settingsOverride } = row;
  const secrets =
    settingsOverride === null ? [] : listSecretFields((await mask.settingsOf(row, reader)).secrets, settingsOverride);
  for (const field of secrets) leftOut.push(`The secret "${field}" in the override of bot "${bot}" for "${name}".`);
  // Written by an earlier version it may be longer than a document may have it.
  const shown = label.slice(0, MAX_TEXT_CHARACTERS);
  return { name, owner, label: shown, definitionHash, settingsOverride: without(settingsOverride, secrets) };
}

function without(override: JsonObject | null, fields: readonly string[]): JsonObject | null {
  if (override === null || fields.length === 0) return override;
  return Object.fromEntries(Object.entries(override).filter(([field]) => !fields.includes(field)));
}

/** Stores may sort by other rules than each other. */
function sortBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): readonly T[] {
  return [...items].sort((one, other) => {
    const keys = keysOf(other);
    for (const [index, key] of keysOf(one).entries()) {
      const otherKey = keys[index] ?? '';
      if (key !== otherKey) return key < otherKey ? -1 : 1;
    }
    return 0;
  });
}
