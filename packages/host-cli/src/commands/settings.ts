import {
  type ExplainedSetting,
  type ExplainedSettings,
  type Host,
  type JsonValue,
  LoadoutError,
  requireBotId,
} from '@loadout/core';
import { didYouMean } from '../config/nearest.js';
import { UsageError } from '../config/usage-error.js';
import { neutraliseLine, neutraliseText } from '../output/neutralise.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { quoteWord } from '../shell-words.js';
import { formatValue } from './format-value.js';
import { onceListed } from './once-listed.js';
import { readSecret, refuseSecretArgument } from './read-secret.js';
import { readArgument, readValue } from './read-value.js';
import { settingCommand } from './secrets.js';

interface Flags {
  readonly json?: boolean;
}

interface BotFlags extends Flags {
  readonly bot?: string;
}

/** Prints what counts: one value as it is, or all fields. */
export async function getSettings(
  { host, out }: Session,
  tool: string,
  { field, bot, json }: BotFlags & { readonly field: string | undefined },
): Promise<number> {
  const explained = await explain(host, tool, bot);
  if (field === undefined) {
    if (json) out.printJson(Object.fromEntries(explained.fields.map(({ field: name, value }) => [name, value])));
    else printTable(out, explained, 'values');
    return 0;
  }
  const { value, layer } = requireField(explained, field);
  if (json) out.printJson({ field, value, layer });
  else if (layer === null) out.warn(`${field} of ${explained.tool} has no value.`);
  else out.print(typeof value === 'string' ? neutraliseText(value) : formatWhole(value));
  return layer === null ? 1 : 0;
}

/** Each field with its layer and what that hides; one alone also with what it is for. */
export async function explainSettings(
  { host, out, configuration }: Session,
  tool: string,
  {
    field,
    bot,
    json,
    locale = configuration.locale,
  }: BotFlags & { readonly field: string | undefined; readonly locale?: string },
): Promise<number> {
  const whole = await explain(host, tool, bot, locale);
  const explained = field === undefined ? whole : narrow(whole, requireField(whole, field));
  if (json) {
    out.printJson(explained);
    return 0;
  }
  const whose = explained.bot === null ? '' : `  for ${explained.bot}`;
  out.print(`${out.style.bold(explained.tool)}  ${explained.owner}${whose}`);
  printTable(out, explained, 'layers');
  if (field !== undefined) {
    for (const { description } of explained.fields) if (description !== null) out.print(neutraliseText(description));
  }
  for (const line of explained.fields.flatMap(describeNotes)) out.print(line);
  warnOfProblems(out, explained);
  for (const field of explained.missing) {
    const isSecret = explained.fields.some((one) => one.field === field && one.isSecret);
    const command = `${settingCommand(explained.tool, field, bot)}${isSecret ? '' : ' VALUE'}`;
    out.warn(`${field} is needed and has no value. ${isSecret ? 'It is asked for by' : 'Set it with'} "${command}".`);
  }
  return 0;
}

function narrow(explained: ExplainedSettings, setting: ExplainedSetting): ExplainedSettings {
  const { field } = setting;
  return {
    ...explained,
    fields: [setting],
    missing: explained.missing.filter((name) => name === field),
    problems: explained.problems.filter((problem) => problem.field === undefined || problem.field === field),
  };
}

/** Sets one for all bots, or for one. */
export async function setSetting(
  { host, out, configuration }: Session,
  tool: string,
  { field, value: text, bot, json }: BotFlags & { readonly field: string; readonly value: string | undefined },
): Promise<number> {
  // What there is not is said before anything is asked for: what was meant may be a secret.
  const known = requireField(await explain(host, tool, bot), field);
  const { organisationFile } = configuration;
  const value = await readSettingValue(known, { tool, field, text, bot, organisationFile });
  await host.settings.set(tool, field, value, bot === undefined ? {} : { bot: requireBotId(bot) });
  const { isSecret } = known;
  const isUnset = isSecret && String(value).trim() === '';
  const shown = isSecret ? '[secret]' : value;
  const whose = bot === undefined ? '' : ` for ${bot}`;
  if (json) out.printJson({ tool, field, value: isUnset ? null : shown, ...(bot === undefined ? {} : { bot }) });
  else if (isUnset) out.print(`${field} of ${tool} was empty, and is no longer set${whose}.`);
  else out.print(`${field} of ${tool} is ${isSecret ? 'set' : formatValue(value)} now${whose}.`);
  await tellWhatCounts({ host, out }, { tool, field, bot, isUnset });
  return 0;
}

/** A secret is never an argument: others could read it. */
async function readSettingValue(
  known: ExplainedSetting,
  {
    tool,
    field,
    text,
    bot,
    organisationFile,
  }: {
    readonly tool: string;
    readonly field: string;
    readonly text: string | undefined;
    readonly bot: string | undefined;
    readonly organisationFile: string | undefined;
  },
): Promise<JsonValue> {
  if (known.isSecret) {
    if (text !== undefined && text !== '-') throw refuseSecretArgument(settingCommand(tool, field, bot));
    // Nobody is asked for what would be refused.
    if (known.layers.some(({ layer }) => layer === 'organisation-locked')) {
      const message = `${describeNotes(known).join(' ')} It is a secret of "${tool}", and ${organisationFile ?? 'the organisation’s file'} holds none, so it has no value: take the entry away there.`;
      throw new LoadoutError('SETTING_LOCKED', message, { details: { tool, field } });
    }
    return readSecret(`${field} of ${tool}`);
  }
  if (text === undefined) throw new UsageError(`Say the value: ${settingCommand(tool, field, bot)} VALUE`);
  return readValue(await readArgument(text), known.schema);
}

/** Takes back what was set. */
export async function unsetSetting(
  { host, out }: Session,
  tool: string,
  { field, bot, json }: BotFlags & { readonly field: string },
): Promise<number> {
  const options = bot === undefined ? {} : { bot: requireBotId(bot) };
  const wasSet = await onceListed(host, () => host.settings.unset(tool, field, options));
  const whose = bot === undefined ? '' : ` --bot ${bot}`;
  const see = `See "loadout settings explain ${quoteWord(tool)}${whose}".`;
  if (json) out.printJson({ tool, field, wasSet });
  else if (wasSet) out.print(`${field} of ${tool} is no longer set. ${see}`);
  else out.warn(`${field} of ${tool} was not set. ${see}`);
  return 0;
}

function explain(host: Host, tool: string, bot: string | undefined, locale = 'en'): Promise<ExplainedSettings> {
  const options = { locale, ...(bot === undefined ? {} : { bot: requireBotId(bot) }) };
  return onceListed(host, () => host.settings.explain(tool, options));
}

function requireField({ tool, fields }: ExplainedSettings, field: string): ExplainedSetting {
  const found = fields.find(({ field: name }) => name === field);
  if (found !== undefined) return found;
  const names = fields.map(({ field: name }) => name);
  const known = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
  // The same refusal as when it is set.
  const message = `${tool} has no setting ${JSON.stringify(field)}. ${known}${didYouMean(field, names)}`;
  throw new LoadoutError('SETTING_UNKNOWN', message, { details: { tool, field } });
}

/** What was set may not be what counts, and may be of no use as a secret. */
async function tellWhatCounts(
  { host, out }: Pick<Session, 'host' | 'out'>,
  {
    tool,
    field,
    bot,
    isUnset,
  }: { readonly tool: string; readonly field: string; readonly bot: string | undefined; readonly isUnset: boolean },
): Promise<void> {
  const explained = await host.settings.explain(tool, bot === undefined ? {} : { bot });
  const { fields } = explained;
  warnOfProblems(out, explained);
  const present = fields.find(({ field: name }) => name === field);
  const own = bot === undefined ? 'operator' : 'bot-override';
  const layer = present?.layer ?? null;
  if (layer === own)
    warnOfShortSecrets(
      out,
      fields.filter(({ field: name }) => name === field),
    );
  else if (layer === null) return;
  else if (isUnset) out.note(`The value of the layer ${layer} counts now.`);
  else out.warn(`The value of the layer ${layer} goes before it.`);
}

/** What the tool itself has against its settings, on account of which it is withheld. */
function warnOfProblems(out: Session['out'], { tool, problems }: ExplainedSettings): void {
  for (const { field, message } of problems) {
    out.warn(neutraliseLine(`${field === undefined ? tool : `${field} of ${tool}`}: ${message}`));
  }
}

function printTable(out: Session['out'], { tool, fields }: ExplainedSettings, last: 'values' | 'layers'): void {
  if (fields.length === 0) {
    out.print(`${tool} has no settings.`);
    return;
  }
  const hasTitles = fields.some(({ field, title }) => title !== field);
  const rows = fields.map((setting) => {
    const { field, layer, value } = setting;
    const shown = layer === null ? '(none)' : formatValue(value);
    if (last === 'values') return [field, layer ?? '', shown];
    return [
      field,
      ...(hasTitles ? [setting.title === field ? '' : setting.title] : []),
      layer ?? '',
      shown,
      describeHidden(setting),
    ];
  });
  const titles =
    last === 'values'
      ? ['SETTING', 'FROM', 'VALUE']
      : ['SETTING', ...(hasTitles ? ['TITLE'] : []), 'FROM', 'VALUE', 'HIDES'];
  for (const line of formatTable({ titles, rows, last: last === 'values' ? 'cut' : 'wrap' }, out)) out.print(line);
  warnOfShortSecrets(out, fields);
}

function warnOfShortSecrets(out: Session['out'], fields: readonly ExplainedSetting[]): void {
  for (const { field } of fields.filter(({ isTooShort }) => isTooShort)) {
    out.warn(`${field} cannot be redacted: it has fewer than 8 characters. Results, logs and traces may show it.`);
  }
}

function describeHidden({ layers, layer }: ExplainedSetting): string {
  return layers
    .filter((each) => each.layer !== layer)
    .map((each) => {
      const problem = each.problem === undefined ? '' : ` (${each.problem})`;
      return `${each.layer} ${formatValue(each.value)}${problem}`;
    })
    .join(', ');
}

/** Why the organisation wants it so, and whom to ask. */
function describeNotes({ field, layers }: ExplainedSetting): readonly string[] {
  return layers
    .filter(({ layer }) => layer === 'organisation-locked' || layer === 'organisation-default')
    .map(({ layer, reason, contact }) => {
      const what =
        layer === 'organisation-locked' ? 'is locked by the organisation' : 'has a default of the organisation';
      const why = reason === undefined ? '' : ` Reason: ${reason}`;
      return neutraliseLine(`${field} ${what}.${why}${contact === undefined ? '' : ` Ask: ${contact}`}`);
    });
}

function formatWhole(value: unknown): string {
  return neutraliseText(JSON.stringify(value, null, 2));
}
