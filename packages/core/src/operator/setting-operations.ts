import { isDeepStrictEqual } from 'node:util';
import { describeValue } from '../catalogue/describe-value.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { requireId, wrongArgument } from '../catalogue/wrong-argument.js';
import { describeError } from '../companions/guard.js';
import type { Actor } from '../contract/actor.js';
import { LoadoutError } from '../contract/errors.js';
import { isObject, type JsonValue } from '../contract/json.js';
import { parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import type { Host } from '../host-interface.js';
import { JsonCopier } from '../schema/copy-json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { formatSecretName } from '../settings/secret-names.js';
import { findValueProblem, isBlank } from '../settings/settings-value.js';
import { readLocale } from '../turn/create-context.js';
import { nameTool, subjectsOf } from '../turn/tool-names.js';
import { setOverride, setSecretSetting, unsetOverride } from './bot-settings.js';
import { lockSubject, requireReadable, requireUnlocked } from './check-locks.js';
import { secretSetting } from './check-override.js';
import { explainSettings } from './explain-settings.js';
import { dropSecret, listToolSecrets } from './kept-secrets.js';
import { collectTools, type KnownTools } from './known-tools.js';
import { makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { requireUnopposed } from './own-problems.js';
import { readIfRevision } from './revision.js';
import { type KnownSettings, maskForLog, SecretMask } from './secret-mask.js';
import { requireSettingRevision } from './setting-revision.js';
import { findListed, findSettingSubject, requireDefined } from './tool-reference.js';

const MAX_CHARACTERS = 100_000;

/** The operator's settings of tools. See `Host.settings`. */
export function createSettingOperations(parts: OperatorParts, actor: Actor): Host['settings'] {
  return {
    async explain(toolName, options = {}) {
      if (!isObject(options)) throw wrongArgument('settings.explain', 'options', 'an object', options);
      const locale = readLocale('settings.explain', options.locale);
      const botId = options.bot === undefined ? undefined : requireId(options.bot);
      return explainSettings(parts, toolName, { botId, locale });
    },

    async set(toolName, field, value, options = {}) {
      if (!isObject(options)) throw wrongArgument('settings.set', 'options', 'an object', options);
      const botId = options.bot === undefined ? null : requireId(options.bot);
      const ifRevision = readIfRevision('settings.set', options.ifRevision);
      const tools = await collectTools(parts);
      const { tool: listed, isListed } = requireDefined(tools, toolName, await parts.store.listAssignedTools());
      const subject = { owner: listed.owner, toolName: listed.ownName };
      const known = new SecretMask(tools).settingsOfTool(listed);
      requireUnlocked(await parts.view(), listed, field);
      if (isListed) await requireUnopposed(parts, tools, { listed, botId, field, value });
      if (known.secrets.has(field)) {
        const { catalogue } = tools;
        await setSecretSetting(parts, actor, { listed, catalogue, known, field, value, botId, ifRevision });
        return;
      }
      if (botId !== null) {
        await setOverride(parts, actor, { botId, listed, tools, field, value, ifRevision });
        return;
      }
      const checked = requireSetting(known, { tool: listed.name, field, value });
      const place = { catalogue: tools.catalogue, tool: subject, botId };
      await makeChange(parts, actor, async ({ writer, changes, at }) => {
        await requireSettingRevision(writer, place, { field, ifRevision });
        const before = (await writer.listToolSettings()).find((one) => isSetting(one, subject, field));
        if (before !== undefined && isDeepStrictEqual(before.value, checked)) return;
        await writer.putToolSetting({ ...subject, field, value: checked, updatedAt: at });
        changes.push({
          action: 'setting-set',
          bot: null,
          tool: listed.name,
          subject: field,
          before: before === undefined ? null : maskForLog(known, field, before.value),
          after: maskForLog(known, field, checked),
        });
      });
    },

    async unset(toolName, field, options = {}) {
      if (!isObject(options)) throw wrongArgument('settings.unset', 'options', 'an object', options);
      if (!isObject(options)) throw wrongArgument('settings.unset', 'options', 'an object', options);
      const botId = options.bot === undefined ? null : requireId(options.bot);
      const ifRevision = readIfRevision('settings.unset', options.ifRevision);
      const tools = await collectTools(parts);
      const mask = new SecretMask(tools);
      const view = await parts.view();
      // Before anything is changed; of a tool that nobody lists once it is known whose it is.
      const listed = findListed(tools, toolName);
      requireReadable(view, { tool: toolName, field });
      if (listed !== undefined && (botId === null || isSecretOf(mask, listed, field)))
        requireUnlocked(view, listed, field);
      // What is no secret of a bot's is part of its override.
      const override =
        botId !== null && (await unsetOverride(parts, actor, { botId, toolName, field, tools, ifRevision }));
      return makeChange(parts, actor, async (unit) => {
        const { writer, changes } = unit;
        const settings = await writer.listToolSettings();
        const secrets = await listToolSecrets({ writer });
        const kept = new Set(secrets.map(({ record }) => record.name));
        const subjects = secrets.map(({ subject: { tool } }) => tool);
        const { subject, name } = findSettingSubject(tools, toolName, [...settings, ...subjects]);
        const place = { catalogue: tools.catalogue, tool: subject, botId };
        if (!override) await requireSettingRevision(writer, place, { field, ifRevision });
        const nameOf = (tool: ToolSubject) => formatSecretName({ kind: 'tool', tool, field, bot: botId });
        const isKept = (tool: ToolSubject): boolean =>
          kept.has(nameOf(tool)) || settings.some((one) => isSetting(one, tool, field));
        const named = chooseSubjects(tools, { reference: toolName, subject, isKept });
        // What a bot has in its override may be taken away; a secret that is locked is changed by nobody.
        if (
          botId === null ||
          mask.settingsOfSubject(subject).secrets.has(field) ||
          named.some((tool) => kept.has(nameOf(tool)))
        )
          requireUnlocked(view, lockSubject(tools, subject), field);
        let isChange = override;
        for (const tool of named) {
          if (await dropSecret(unit, nameOf(tool), { bot: botId, tool: name, subject: field })) isChange = true;
          const before = botId === null ? settings.find((one) => isSetting(one, tool, field)) : undefined;
          if (before === undefined) continue;
          await writer.deleteToolSetting(tool.owner, tool.toolName, field);
          const value = maskForLog(mask.settingsOfSubject(tool), field, before.value);
          changes.push({ action: 'setting-unset', bot: null, tool: name, subject: field, before: value, after: null });
          isChange = true;
        }
        return isChange;
      });
    },
  };
}

/** What is kept under another name of the tool would count then; one that is stated as it is kept goes alone. */
function chooseSubjects(
  { catalogue }: KnownTools,
  {
    reference,
    subject,
    isKept,
  }: {
    readonly reference: string;
    readonly subject: ToolSubject;
    readonly isKept: (subject: ToolSubject) => boolean;
  },
): readonly ToolSubject[] {
  const tool = nameTool(catalogue, subject);
  const stated = parseToolSubject(reference);
  const isExact = stated !== undefined && stated.toolName !== tool.ownName && isKept(stated);
  return isExact ? [stated] : subjectsOf(tool, catalogue);
}

function isSecretOf(mask: SecretMask, { owner, ownName }: ListedTool, field: string): boolean {
  return mask.settingsOfSubject({ owner, toolName: ownName }).secrets.has(field);
}

interface SettingRequest {
  /** For people. */
  readonly tool: string;
  readonly field: string;
  readonly value: unknown;
}

/** A frozen copy of a value that the tool's settings take. Throws `SETTING_UNKNOWN`, `SETTING_SECRET`, `TOOL_SETTINGS_INVALID`. */
export function requireSetting({ schema, secrets }: KnownSettings, { tool, field, value }: SettingRequest): JsonValue {
  if (typeof schema !== 'object') {
    const why = schema === 'none' ? 'declares no settings' : 'has a settings schema that cannot be read';
    throw new LoadoutError('SETTING_UNKNOWN', `"${tool}" ${why}, so ${describeValue(field)} is none.`, {
      details: { tool, field },
    });
  }
  const rule = schema.fields.get(field);
  if (rule === undefined) {
    const hint = suggestWord(String(field), [...schema.fields.keys()]);
    throw new LoadoutError('SETTING_UNKNOWN', `"${tool}" has no setting ${describeValue(field)}. ${hint}`, {
      details: { tool, field },
    });
  }
  if (secrets.has(field)) throw secretSetting(tool, field);
  const problem = isBlank(value) ? undefined : findValueProblem(rule, value);
  if (problem !== undefined) throw invalidSetting(`"${field}" of "${tool}" ${problem}.`, { tool, field });
  try {
    return new JsonCopier({ maxCharacters: MAX_CHARACTERS }).copy(value, field);
  } catch (cause) {
    throw invalidSetting(`"${field}" of "${tool}" has to be plain JSON: ${describeError(cause)}.`, {
      tool,
      field,
      cause,
    });
  }
}

function invalidSetting(
  message: string,
  { cause, ...details }: { readonly tool: string; readonly field: string; readonly cause?: unknown },
): LoadoutError {
  return new LoadoutError('TOOL_SETTINGS_INVALID', message, { details, cause });
}

function isSetting(
  one: { readonly owner: string; readonly toolName: string; readonly field: string },
  { owner, toolName }: { readonly owner: string; readonly toolName: string },
  field: string,
): boolean {
  return one.owner === owner && one.toolName === toolName && one.field === field;
}
