import type { Catalogue } from '../catalogue/catalogue.js';
import { describeValue } from '../catalogue/describe-value.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonValue } from '../contract/json.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import { formatSecretName } from '../settings/secret-names.js';
import type { StoreReader } from '../store/roles.js';
import { isSameTool, nameAssigned, nameTool, subjectsOf } from '../turn/tool-names.js';
import { requireBot } from './loadouts.js';
import { revisionOf } from './revision.js';

/** The layer of settings that is changed: one bot's own, or the operator's for all. */
export interface SettingPlace {
  readonly catalogue: Catalogue;
  readonly tool: ToolSubject;
  /** Null: for all bots. */
  readonly botId: string | null;
}

/** Answers for each field the revision of what is kept of it in that layer. Throws `BOT_UNKNOWN`. */
export async function readSettingRevisions(
  reader: StoreReader,
  { catalogue, tool, botId }: SettingPlace,
): Promise<(field: string) => string> {
  const named = nameTool(catalogue, tool);
  const subjects = subjectsOf(named, catalogue);
  const settings = botId === null ? await reader.listToolSettings() : [];
  const secrets = await reader.listSecrets();
  const override = botId === null ? undefined : await findOverride(reader, botId, catalogue, named);
  return (field) => {
    const facts: JsonValue[] = [];
    for (const subject of subjects) {
      for (const { owner, toolName, field: name, value, updatedAt } of settings) {
        if (owner === subject.owner && toolName === subject.toolName && name === field)
          facts.push(['setting', toolName, value, updatedAt]);
      }
      const secretName = formatSecretName({ kind: 'tool', tool: subject, field, bot: botId });
      for (const { name, sealed, updatedAt } of secrets)
        if (name === secretName) facts.push(['secret', name, sealed, updatedAt]);
    }
    const own = override && Object.hasOwn(override, field) ? override[field] : undefined;
    if (own !== undefined) facts.push(['override', own]);
    return revisionOf(facts);
  };
}

/** What a bot has of its own for a tool, under whatever name of it. */
async function findOverride(
  reader: StoreReader,
  botId: string,
  catalogue: Catalogue,
  tool: ReturnType<typeof nameTool>,
): Promise<Readonly<Record<string, JsonValue | undefined>> | undefined> {
  await requireBot(reader, botId);
  const rows = await reader.listAssignments(botId);
  const row =
    rows.find(({ toolName, owner }) => toolName === tool.name && owner === tool.owner) ??
    rows.find((one) => isSameTool(nameAssigned(catalogue, one), tool));
  return row?.settingsOverride ?? undefined;
}

/** Throws `SETTING_CONFLICT` where the field is not as it was read. */
export async function requireSettingRevision(
  reader: StoreReader,
  place: SettingPlace,
  { field, ifRevision }: { readonly field: string; readonly ifRevision: string | undefined },
): Promise<void> {
  if (ifRevision === undefined) return;
  const revision = (await readSettingRevisions(reader, place))(field);
  if (revision === ifRevision) return;
  const { tool, botId } = place;
  const whose = botId === null ? '' : ` of "${botId}"`;
  throw new LoadoutError(
    'SETTING_CONFLICT',
    `${describeValue(field)} of "${tool.toolName}"${whose} was changed since it was read. Read it again, then apply the change.`,
    { details: { tool: tool.toolName, field, bot: botId, revision, ifRevision } },
  );
}
