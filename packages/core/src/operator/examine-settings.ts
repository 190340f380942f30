import type { ListedTool } from '../catalogue/listed-tool.js';
import type { Finding } from '../contract/finding.js';
import { formatToolSubject } from '../contract/tool-subject.js';
import { resolveSettings } from '../settings/settings-schema.js';
import type { ToolSetting } from '../store/records.js';
import { joinProblems } from '../turn/check-configuration.js';
import type { OperatorView } from '../turn/operator-view.js';
import { listSettingsLayers, resolveLayers } from '../turn/settings-layers.js';
import { collectSecrets, listHeirs, nameTool } from '../turn/tool-names.js';
import { countBots } from './count-bots.js';
import type { AssignedUse } from './examine-assignments.js';
import { definitionOf, type KnownTools, settingsSchemaOf } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';
import { findOwnProblems } from './own-problems.js';
import { acceptOf, findSuccessor, sayFormerly } from './renamed-owner.js';
import { SecretMask } from './secret-mask.js';
import { isAssigned } from './tool-reference.js';

/** Settings that count for nothing, those that are missing, and those that their tools cannot do with. */
export async function examineSettings(
  parts: OperatorParts,
  tools: KnownTools,
  around: {
    readonly stored: readonly ToolSetting[];
    readonly uses: readonly AssignedUse[];
    readonly view: OperatorView;
  },
): Promise<readonly Finding[]> {
  const mask = new SecretMask(tools);
  return [
    ...around.stored.flatMap((setting) => examineStored(setting, parts, tools, { mask, uses: around.uses })),
    ...examineConfigured(parts, tools),
    ...around.uses.flatMap((use) => examineUse(use, parts, tools, around.view)),
    ...(await Promise.all(around.uses.map((use) => examineOwn(use, parts, tools, around.view)))).flat(),
  ];
}

function examineStored(
  { owner, toolName, field, value }: ToolSetting,
  { registry }: OperatorParts,
  tools: KnownTools,
  { mask, uses }: { readonly mask: SecretMask; readonly uses: readonly AssignedUse[] },
): readonly Finding[] {
  const subject = { owner, toolName };
  const named = nameTool(tools.catalogue, subject);
  const listed = named.state === 'listed' ? named.tool : undefined;
  const reference = formatToolSubject(subject);
  const remedy = `loadout settings unset ${listed?.name ?? reference} ${field}`;
  const details = { owner, tool: listed?.name ?? toolName, field };
  const about = { level: 'warning', area: 'settings', subject: reference, details, remedy } as const;
  const { schema, secrets } = mask.settingsOfSubject(subject);
  if (secrets.has(field)) {
    const message = `"${field}" is a secret, and stands readable in the database.`;
    return [{ ...about, code: 'setting-is-secret', message, remedy: `${remedy}, then set it again.` }];
  }
  const successor = listed === undefined ? findSuccessor(registry, tools.catalogue, owner) : undefined;
  if (successor !== undefined) {
    const message = `"${field}" is set for ${owner}, and ${sayFormerly(owner, successor)}`;
    const renamed = { ...details, owner: successor, before: owner };
    return [{ ...about, code: 'setting-owner-renamed', details: renamed, message, remedy: acceptOf(owner, successor) }];
  }
  // Its provider may run what a bot has and nobody lists (contract 1.8), and gives it its settings.
  const isHeld = listed !== undefined || listHeirs(tools.catalogue, subject).length > 0;
  if (!isHeld && !isAssigned(tools.catalogue, named, uses)) {
    const message = `"${field}" is set, and nobody lists the tool at present.`;
    return [{ ...about, code: 'setting-tool-absent', message, remedy: `Bring ${owner} back, or: ${remedy}` }];
  }
  if (schema === undefined) return [];
  if (schema === 'none') {
    const message = `"${field}" is set, and the tool declares no settings.`;
    return [{ ...about, code: 'setting-undeclared', message }];
  }
  const problem = resolveSettings(schema, [{ [field]: value }]).problems.find((one) => one.field === field);
  if (problem === undefined) return [];
  const message = `${problem.message} It counts for nothing.`;
  return [{ ...about, code: 'setting-misfit', details: { ...details, error: problem.message }, message }];
}

function examineConfigured({ configuredSettings }: OperatorParts, tools: KnownTools): readonly Finding[] {
  const { catalogue, checker } = tools;
  return Object.entries(configuredSettings).flatMap(([name, values]): readonly Finding[] => {
    const about = { level: 'warning', area: 'configuration', subject: `toolSettings.${name}` } as const;
    const remedy = 'Correct it in the configuration.';
    const listed = catalogue.tools.get(name) ?? catalogue.findExposed(name);
    if (listed === undefined) {
      const message = `No tool is called "${name}" at present, so these settings count for none.`;
      return [{ ...about, code: 'configured-tool-absent', details: { tool: name }, message, remedy }];
    }
    const schema = settingsSchemaOf(listed, checker);
    if (typeof schema !== 'object' || values === undefined) return [];
    const { problems } = resolveSettings(schema, [values]);
    return problems
      .filter(({ code }) => code !== 'missing')
      .map(({ field, message }) => ({
        ...about,
        code: 'configured-setting-misfit',
        details: { tool: listed.name, field, error: message },
        message: `${message} It counts for nothing.`,
        remedy,
      }));
  });
}

function examineUse(use: AssignedUse, parts: OperatorParts, tools: KnownTools, view: OperatorView): readonly Finding[] {
  const listed = tools.catalogue.find(use.toolName);
  const findings = examineSecrets(use, listed, findSuccessor(parts.registry, tools.catalogue, use.owner));
  if (listed?.owner !== use.owner) return findings;
  for (const [bot, message] of use.misfits) {
    findings.push({
      level: 'warning',
      area: 'settings',
      code: 'override-misfit',
      details: { tool: listed.name, bot, error: message },
      subject: listed.name,
      message: `The override of bot "${bot}": ${message} It counts for nothing.`,
      remedy: `loadout settings explain ${listed.name} --bot ${bot}`,
    });
  }
  const missing = findMissing(listed, parts, tools, view);
  if (missing.length > 0) {
    const fields = missing.map(({ field }) => `"${field}"`).join(', ');
    const verb = missing.length === 1 ? 'is' : 'are';
    findings.push({
      level: 'warning',
      area: 'settings',
      code: 'settings-missing',
      details: { tool: listed.name, fields: missing.map(({ field }) => field), bots: use.bots.size },
      subject: listed.name,
      message: `${fields} ${verb} required and not set. ${countBots(use.bots.size)} ${use.bots.size === 1 ? 'has' : 'have'} the tool; an override may set it for one.`,
      // A secret is asked for, and never stands on a command line.
      remedy: missing
        .map(({ field, isSecret }) => `loadout settings set ${listed.name} ${field}${isSecret ? '' : ' VALUE'}`)
        .join(', then '),
    });
  }
  return findings;
}

/** What tools themselves have against their settings, on account of which they are withheld (contract 5.4). */
async function examineOwn(
  use: AssignedUse,
  parts: OperatorParts,
  tools: KnownTools,
  view: OperatorView,
): Promise<readonly Finding[]> {
  const { catalogue } = tools;
  const listed = catalogue.find(use.toolName);
  const definition = listed?.owner === use.owner ? definitionOf(listed, tools.checker) : undefined;
  if (listed === undefined || definition === undefined) return [];
  const ask = async (whose: string, bot?: string): Promise<readonly Finding[]> => {
    const around = { listed, catalogue, view, operator: parts.settings };
    const override = use.overrides.get(bot ?? '') ?? null;
    const layers = listSettingsLayers({ ...around, ...(bot === undefined ? {} : { bot: { id: bot, override } }) });
    const problems = await findOwnProblems({ listed, definition, layers });
    if (problems.length === 0) return [];
    const error = joinProblems(problems);
    const message = `It is withheld from ${whose}, because it is not configured. ${error}`;
    const details = { tool: listed.name, error, ...(bot === undefined ? { bots: others } : { bot }) };
    const remedy = `loadout settings explain ${listed.name}${bot === undefined ? '' : ` --bot ${bot}`}`;
    const about = { level: 'warning', area: 'settings', code: 'settings-refused', subject: listed.name } as const;
    return [{ ...about, details, message, remedy }];
  };
  const isOwn = (bot: string): boolean =>
    use.overrides.has(bot) || collectSecrets(view, listed, { catalogue, bot }) !== undefined;
  const own = [...use.bots].filter(isOwn);
  const others = use.bots.size - own.length;
  const found = await Promise.all([
    others === 0 ? [] : ask(countBots(others)),
    ...own.map((bot) => ask(`bot "${bot}"`, bot)),
  ]);
  return found.flat();
}

/** Overrides that have what is a secret now: it became one after it was set. */
function examineSecrets(
  { toolName, owner, secrets }: AssignedUse,
  listed: ListedTool | undefined,
  successor: string | undefined,
): Finding[] {
  return [...secrets].map(([bot, { fields, rest }]) => {
    const names = fields.map((field) => `"${field}"`).join(', ');
    const is = fields.length === 1 ? 'is a secret, and stands' : 'are secrets, and stand';
    const isAbsent = listed?.owner !== owner;
    const remedy =
      isAbsent && successor !== undefined
        ? `${acceptOf(owner, successor)}, then examine again.`
        : isAbsent
          ? `loadout unassign ${bot} ${toolName}`
          : `loadout assign ${bot} ${toolName} --settings ${quote(JSON.stringify(rest))}, then loadout settings set ${toolName} ${fields[0] ?? 'FIELD'} --bot ${bot}`;
    const message = `The override of bot "${bot}": ${names} ${is} readable in the database.`;
    const details = { tool: toolName, bot, fields };
    return {
      level: 'warning',
      area: 'settings',
      code: 'override-has-secret',
      details,
      subject: toolName,
      message,
      remedy,
    };
  });
}

/** As a shell reads it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function findMissing(
  listed: ListedTool,
  parts: OperatorParts,
  tools: KnownTools,
  view: OperatorView,
): readonly { readonly field: string; readonly isSecret: boolean }[] {
  const schema = settingsSchemaOf(listed, tools.checker);
  if (typeof schema !== 'object') return [];
  const layers = listSettingsLayers({ listed, catalogue: tools.catalogue, view, operator: parts.settings });
  const { problems } = resolveLayers(schema, layers);
  return problems
    .filter(({ code }) => code === 'missing')
    .map(({ field }) => ({ field, isSecret: schema.fields.get(field)?.secret === true }));
}
