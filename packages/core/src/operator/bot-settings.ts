import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { Actor } from '../contract/actor.js';
import { isLoadoutError, LoadoutError } from '../contract/errors.js';
import type { JsonValue } from '../contract/json.js';
import { parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import type { OrganisationSubject } from '../settings/organisation-view.js';
import { formatSecretName } from '../settings/secret-names.js';
import { findValueProblem, isBlank } from '../settings/settings-value.js';
import type { Assignment } from '../store/records.js';
import { isSameTool, nameAssigned, nameTool, subjectsOf } from '../turn/tool-names.js';
import { requireUnlocked } from './check-locks.js';
import { dropSecret, keepSecret, requireSecretValue, requireVault } from './kept-secrets.js';
import type { KnownTools } from './known-tools.js';
import { changeLoadout, requireBot } from './loadouts.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import type { KnownSettings } from './secret-mask.js';
import { requireSettingRevision } from './setting-revision.js';
import { findListed } from './tool-reference.js';

/** So often somebody else may change the loadout before a change of a field is given up. */
const MAX_TRIES = 5;

interface SecretSetting {
  readonly listed: ListedTool;
  readonly catalogue: Catalogue;
  readonly known: KnownSettings;
  readonly field: string;
  readonly value: unknown;
  /** Null: the operator's, for all bots. */
  readonly botId: string | null;
  readonly ifRevision: string | undefined;
}

/** Keeps a secret of a tool's settings; a blank one is deleted (contract 9.4). */
export async function setSecretSetting(
  parts: OperatorParts,
  actor: Actor,
  { listed, catalogue, known, field, value, botId, ifRevision }: SecretSetting,
): Promise<void> {
  const about = `"${field}" of "${listed.name}"`;
  const details = { tool: listed.name, field };
  requireUnlocked(await parts.view(), listed, field);
  const tool = { owner: listed.owner, toolName: listed.ownName };
  const place = { catalogue, tool, botId };
  const name = formatSecretName({ kind: 'tool', tool, field, bot: botId });
  const label = { bot: botId, tool: listed.name, subject: field };
  if (botId !== null) await requireBot(parts.store, botId);
  if (isBlank(value)) {
    const tools = subjectsOf(listed, catalogue);
    const names = tools.map((one) => formatSecretName({ kind: 'tool', tool: one, field, bot: botId }));
    await makeChange(parts, actor, async (unit) => {
      await requireSettingRevision(unit.writer, place, { field, ifRevision });
      for (const one of names) await dropSecret(unit, one, label);
    });
    return;
  }
  const rule = typeof known.schema === 'object' ? known.schema.fields.get(field) : undefined;
  const problem = rule === undefined ? undefined : findValueProblem(rule, value);
  if (problem !== undefined) throw new LoadoutError('TOOL_SETTINGS_INVALID', `${about} ${problem}.`, { details });
  const checked = requireSecretValue(about, value);
  const vault = requireVault(parts);
  const sealed = await vault.seal(name, checked);
  await makeChange(parts, actor, async (unit) => {
    // It may have been removed meanwhile.
    if (botId !== null) await requireBot(unit.writer, botId);
    await requireSettingRevision(unit.writer, place, { field, ifRevision });
    await keepSecret(unit, vault, { name, value: checked, sealed, label });
  });
}

/** Sets one field of a bot's override; the others stay. Throws `TOOL_UNKNOWN` where the bot does not have the tool. */
export async function setOverride(
  parts: OperatorParts,
  actor: Actor,
  {
    botId,
    listed,
    tools,
    field,
    value,
    ifRevision,
  }: {
    readonly botId: string;
    readonly listed: ListedTool;
    readonly tools: KnownTools;
    readonly field: string;
    readonly value: JsonValue;
    readonly ifRevision: string | undefined;
  },
): Promise<void> {
  const tool = listed.name;
  const condition = { field, ifRevision, tool: { owner: listed.owner, toolName: listed.ownName } };
  return whileLoadoutStays(async () => {
    const { row, revision } = await findRow(parts, botId, { name: tool, listed, tools, condition });
    if (row === undefined) {
      throw new LoadoutError('TOOL_UNKNOWN', `Bot "${botId}" does not have "${tool}". Assign it first.`, {
        details: { name: tool, bot: botId },
      });
    }
    const settingsOverride = { ...row.settingsOverride, [field]: value };
    await changeLoadout(parts, actor, botId, [{ action: 'override', tool: row.toolName, settingsOverride }], {
      ifRevision: revision,
    });
  });
}

/** A field of an override is changed whatever else of the loadout was in between: then it is read again. */
async function whileLoadoutStays<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !isLoadoutError(error, 'LOADOUT_CONFLICT')) throw error;
    }
  }
}

/** Takes one field out of a bot's override. Answers whether it was there. */
export async function unsetOverride(
  parts: OperatorParts,
  actor: Actor,
  {
    botId,
    toolName,
    field,
    tools,
    ifRevision,
  }: {
    readonly botId: string;
    readonly toolName: string;
    readonly field: string;
    readonly tools: KnownTools;
    readonly ifRevision: string | undefined;
  },
): Promise<boolean> {
  const listed = findListed(tools, toolName);
  const subject = typeof toolName === 'string' ? parseToolSubject(toolName) : undefined;
  const about = listed ?? (subject && nameTool(tools.catalogue, subject));
  const name = about?.name ?? toolName;
  const place = about && { owner: about.owner, toolName: about.ownName };
  return whileLoadoutStays(async () => {
    const condition = place && { field, ifRevision, tool: place };
    const { row, revision } = await findRow(parts, botId, { name, listed: about, tools, condition });
    if (row?.settingsOverride == null || !Object.hasOwn(row.settingsOverride, field)) return false;
    const { [field]: _, ...rest } = row.settingsOverride;
    const settingsOverride = Object.keys(rest).length === 0 ? null : rest;
    await changeLoadout(parts, actor, botId, [{ action: 'override', tool: row.toolName, settingsOverride }], {
      ifRevision: revision,
      dropped: field,
    });
    return true;
  });
}

/** What a bot has by that name; of the tool itself also by another of its names. */
async function findRow(
  { store }: OperatorParts,
  botId: string,
  {
    name,
    listed,
    tools: { catalogue },
    condition,
  }: {
    readonly name: string;
    readonly listed: OrganisationSubject | undefined;
    readonly tools: KnownTools;
    readonly condition:
      | { readonly tool: ToolSubject; readonly field: string; readonly ifRevision: string | undefined }
      | undefined;
  },
): Promise<{ readonly row: Assignment | undefined; readonly revision: number }> {
  return store.read(async (reader) => {
    const { loadoutRevision: revision } = await requireBot(reader, botId);
    if (condition) await requireSettingRevision(reader, { catalogue, tool: condition.tool, botId }, condition);
    const rows = await reader.listAssignments(botId);
    const isIt = (row: Assignment): boolean => listed !== undefined && isSameTool(nameAssigned(catalogue, row), listed);
    return { row: rows.find(({ toolName }) => toolName === name) ?? rows.find(isIt), revision };
  });
}
