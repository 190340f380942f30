import { printable } from '../catalogue/describe-value.js';
import { describeError } from '../companions/guard.js';
import { LoadoutError } from '../contract/errors.js';
import { isJsonObject, type JsonObject } from '../contract/json.js';
import { formatToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import { JsonCopier } from '../schema/copy-json.js';
import { resolveSettings } from '../settings/settings-schema.js';
import { type KnownSettings, listSecretFields, SECRET_MASK } from './secret-mask.js';

const MAX_CHARACTERS = 1_000_000;

/** A frozen copy of an override. Throws `TOOL_SETTINGS_INVALID` for what is no plain JSON object, or too large. */
export function copyOverride(override: unknown): JsonObject {
  const copier = new JsonCopier({ maxCharacters: MAX_CHARACTERS });
  try {
    const copy = copier.copy(override, 'settingsOverride');
    if (isJsonObject(copy)) return copy;
  } catch (cause) {
    throw invalidOverride(`It has to be plain JSON, but ${printable(copier.pointer)} ${describeError(cause)}.`, cause);
  }
  throw invalidOverride('It has to be an object.');
}

/** What is wrong with a field of an override. */
export interface OverrideProblem {
  readonly field: string;
  readonly message: string;
}

/** What is wrong with an override of a tool whose settings are known; the first thing. */
export function findOverrideProblem(known: KnownSettings, override: JsonObject): OverrideProblem | undefined {
  return listOverrideProblems(known, override)[0];
}

function listOverrideProblems({ schema, secrets }: KnownSettings, override: JsonObject): readonly OverrideProblem[] {
  if (typeof schema !== 'object') return [];
  const { problems } = resolveSettings(schema, [override]);
  // What an override leaves out comes from lower layers; only what it says can be wrong.
  return problems
    .filter(({ code, field }) => code !== 'missing' && !secrets.has(field))
    .map(({ field, message }) => ({ field, message }));
}

/** Throws `TOOL_SETTINGS_INVALID` where an override does not fit what is known of the tool's settings. */
export function requireFittingOverride(known: KnownSettings, toolName: string, override: JsonObject): void {
  const problems = listOverrideProblems(known, override);
  const [first] = problems;
  if (first === undefined) return;
  throw new LoadoutError('TOOL_SETTINGS_INVALID', `The override does not fit. "${toolName}": ${first.message}`, {
    details: { tool: toolName, problems },
  });
}

/**
 * An override as it is kept: a secret that was shown as a mask, and comes back as one, is what it was. Throws
 * `SETTING_SECRET` for any other value of a secret field.
 */
export function keepSecrets(
  secrets: ReadonlySet<string>,
  toolName: string,
  override: JsonObject | null,
  before: JsonObject | null,
): JsonObject | null {
  const stated = listSecretFields(secrets, override);
  if (override === null || stated.length === 0) return override;
  const kept: Record<string, JsonObject[string]> = { ...override };
  for (const field of stated) {
    if (override[field] !== SECRET_MASK) throw secretSetting(toolName, field);
    const known = before?.[field];
    if (known === undefined) delete kept[field];
    else kept[field] = known;
  }
  // A mask alone changes nothing where there was nothing behind it.
  return before === null && Object.keys(kept).length === 0 ? null : kept;
}

/** What an assignment brings to another owner: a value that is a secret for that one, and was none where it was given. */
export interface BroughtSecret {
  readonly bot: string;
  readonly tool: string;
  readonly field: string;
  /** Who gets it. */
  readonly owner: string;
}

/** The error for a value that is a secret for the owner that would get it. Never says the value. */
export function broughtSecret({ bot, tool, field, owner }: BroughtSecret): LoadoutError {
  return new LoadoutError(
    'SETTING_SECRET',
    `The override of bot "${bot}" for "${tool}" has a value for "${field}", which is a secret of ${owner}, and secrets are ` +
      `kept apart from everything else. Give the bot an override without it, or unassign the tool, then try again; set the ` +
      `secret afterwards: loadout settings set ${tool} ${field} --bot ${bot}`,
    { details: { bot, tool, field, owner } },
  );
}

/** The same for a setting that the new owner would get. */
export function broughtSetting({
  from,
  to,
  field,
}: {
  readonly from: ToolSubject;
  readonly to: string;
  readonly field: string;
}): LoadoutError {
  const subject = formatToolSubject(from);
  return new LoadoutError(
    'SETTING_SECRET',
    `"${field}" is set for ${subject} and is a secret of ${to}, and secrets are kept apart from everything else. ` +
      `Take it back, then try again, and set it afterwards: loadout settings unset ${subject} ${field}`,
    { details: { tool: from.toolName, field, owner: to } },
  );
}

/** The error for a value of a secret field. Never says the value. */
export function secretSetting(toolName: string, field: string): LoadoutError {
  return new LoadoutError(
    'SETTING_SECRET',
    `"${field}" of "${toolName}" is a secret, and secrets are kept apart from everything else. ` +
      `Set it alone: loadout settings set ${toolName} ${field}, with --bot BOT for one bot.`,
    { details: { tool: toolName, field } },
  );
}

function invalidOverride(problem: string, cause?: unknown): LoadoutError {
  return new LoadoutError('TOOL_SETTINGS_INVALID', `The override does not fit. ${problem}`, { cause });
}
