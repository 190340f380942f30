import type { Change } from '../contract/audit.js';
import type { JsonObject } from '../contract/json.js';
import type { Assignment } from '../store/records.js';
import { compareLoadouts, type Difference, describeAssignment } from './compare-loadouts.js';
import type { FoundTool } from './find-tool.js';
import { listToolSecrets, passSecret } from './kept-secrets.js';
import type { ChangeUnit } from './make-change.js';
import { maskOverrideForLog, type SecretMask } from './secret-mask.js';

/** What is written of a loadout. */
export interface LoadoutWrite {
  readonly before: readonly Assignment[];
  readonly after: ReadonlyMap<string, Assignment>;
  readonly mask: SecretMask;
  /** Tools with the definitions that are accepted now, for whom an assignment has their hash. */
  readonly definitions: readonly FoundTool[];
}

/** Writes what differs, and tells the unit of it. Answers the names of the assignments that differ. */
export async function writeLoadout(
  unit: ChangeUnit,
  botId: string,
  { before, after, mask, definitions }: LoadoutWrite,
): Promise<readonly string[]> {
  const { writer, changes } = unit;
  const differences = compareLoadouts(before, after);
  const gone = differences.filter((pair) => pair.after === undefined).map(({ toolName }) => toolName);
  const put = differences.flatMap((pair) => pair.after ?? []);
  if (gone.length > 0) await writer.deleteAssignments(botId, gone);
  if (put.length > 0) await writer.putAssignments(botId, put);
  const hashes = new Set(put.map(({ definitionHash }) => definitionHash));
  await keepDefinitions(
    unit,
    definitions.filter(({ definitionHash }) => hashes.has(definitionHash)),
  );
  await followOwners(unit, botId, differences, mask);
  for (const pair of differences) changes.push(await describeDifference(botId, pair, mask, unit));
  return differences.map(({ toolName }) => toolName);
}

/** What a bot has of its own for a tool goes along to the owner that was accepted, as its override does. */
async function followOwners(
  unit: ChangeUnit,
  botId: string,
  differences: readonly Difference[],
  mask: SecretMask,
): Promise<void> {
  const moved = differences.flatMap(({ toolName, before, after }) =>
    before === undefined || after === undefined || before.owner === after.owner ? [] : [{ toolName, before, after }],
  );
  if (moved.length === 0) return;
  const secrets = await listToolSecrets(unit);
  for (const { toolName, before, after } of moved) {
    const from = mask.subjectOf(before);
    for (const secret of secrets) {
      const { tool, bot } = secret.subject;
      if (bot !== botId || tool.owner !== from.owner || tool.toolName !== from.toolName) continue;
      await passSecret(unit, secret, { tool: mask.subjectOf(after), bot, name: toolName, isMove: true });
    }
  }
}

/** Remembers definitions that are accepted with their hashes, so that later ones can be compared with them. */
export async function keepDefinitions(
  { writer, keptDefinitions }: ChangeUnit,
  accepted: readonly FoundTool[],
): Promise<void> {
  for (const { definition, definitionHash: hash } of accepted) {
    if (definition === undefined || hash === null || keptDefinitions.has(hash)) continue;
    keptDefinitions.add(hash);
    // A frozen definition is plain JSON.
    const json = definition as unknown as JsonObject;
    if ((await writer.getDefinition(hash)) === undefined) await writer.putDefinition(hash, json);
  }
}

async function describeDifference(
  botId: string,
  { toolName, before, after }: Difference,
  mask: SecretMask,
  { writer }: ChangeUnit,
): Promise<Change> {
  const describe = async (row: Assignment | undefined, other: Assignment | undefined) => {
    if (row === undefined) return null;
    const { settingsOverride } = row;
    if (settingsOverride === null) return describeAssignment(row, null, other);
    return describeAssignment(row, maskOverrideForLog(await mask.settingsOf(row, writer), settingsOverride), other);
  };
  const action =
    before === undefined ? 'tool-assigned' : after === undefined ? 'tool-unassigned' : 'assignment-changed';
  return {
    action,
    bot: botId,
    tool: toolName,
    subject: null,
    before: await describe(before, after),
    after: await describe(after, before),
  };
}
