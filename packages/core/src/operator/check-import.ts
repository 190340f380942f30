import { isDeepStrictEqual } from 'node:util';
import { isLoadoutError } from '../contract/errors.js';
import type { ExportDocument, ExportedBot, ExportedDecision, ExportedSetting } from '../contract/export-document.js';
import { formatToolSubject, parseToolSubject } from '../contract/tool-subject.js';
import { escapePointer } from '../schema/walk-schema.js';
import type { StoreReader } from '../store/roles.js';
import type { OperatorView } from '../turn/operator-view.js';
import { nameTool } from '../turn/tool-names.js';
import { describeLock, findLockedField, lockSubject, lockSubjectOf } from './check-locks.js';
import { findOverrideProblem, secretSetting } from './check-override.js';
import { findDecisionProblem } from './decision-kinds.js';
import { findLoweredMinimum, findSubjectProblem } from './decision-operations.js';
import type { KnownTools } from './known-tools.js';
import type { ImportProblem } from './read-export-document.js';
import { requireNewBot } from './read-new-bot.js';
import { listSecretFields, type SecretMask } from './secret-mask.js';
import { requireSetting } from './setting-operations.js';

/** What a document is held against. */
export interface ImportSurroundings {
  readonly mask: SecretMask;
  readonly reader: StoreReader;
  readonly components: ReadonlySet<string>;
  readonly tools: KnownTools;
  readonly view: OperatorView;
}

/** All that is wrong with the content of a document whose form is right. */
export async function findImportProblems(
  document: ExportDocument,
  around: ImportSurroundings,
): Promise<readonly ImportProblem[]> {
  const problems: ImportProblem[] = [];
  const { bots, settings, decisions } = document;
  findRepeated(bots, ({ id }) => id, { pointer: '/bots', field: 'id', problems });
  for (const [index, bot] of bots.entries()) await checkBot(bot, `/bots/${index}`, around, problems);
  const nameOfSetting = ({ owner, tool, field }: ExportedSetting): string => `${owner}#${tool}#${field}`;
  findRepeated(settings, nameOfSetting, { pointer: '/settings', field: 'field', problems });
  const stored = new Map((await around.reader.listToolSettings()).map((one) => [keyOfSetting(one), one.value]));
  for (const [index, setting] of settings.entries()) {
    const pointer = `/settings/${index}`;
    checkSetting(setting, pointer, around, problems);
    const { owner, tool: toolName, field, value } = setting;
    const { ownName } = nameTool(around.tools.catalogue, { owner, toolName });
    if (
      [toolName, ownName].some((name) =>
        isDeepStrictEqual(stored.get(keyOfSetting({ owner, toolName: name, field })), value),
      )
    )
      continue;
    // It would be without effect, and nobody would see that.
    const message = describeLock(around.view, lockSubject(around.tools, { owner, toolName }), field);
    if (message !== undefined) problems.push({ pointer: `${pointer}/value`, message });
  }
  const nameOfDecision = ({ kind, subject }: Pick<ExportedDecision, 'kind' | 'subject'>): string =>
    `${kind} ${subject}`;
  findRepeated(decisions, nameOfDecision, { pointer: '/decisions', field: 'subject', problems });
  const decided = new Map((await around.reader.listDecisions()).map((one) => [nameOfDecision(one), one.value]));
  for (const [index, { kind, subject, value }] of decisions.entries()) {
    const subjectProblem = findSubjectProblem(kind, subject, around.components);
    if (subjectProblem !== undefined)
      problems.push({ pointer: `/decisions/${index}/subject`, message: subjectProblem });
    const problem = findDecisionProblem(kind, value);
    if (problem !== undefined) problems.push({ pointer: `/decisions/${index}/value`, message: problem });
    if (problem !== undefined || kind !== 'minimum-confidence') continue;
    const tool = parseToolSubject(subject);
    if (tool === undefined) continue;
    const own = formatToolSubject({ ...tool, toolName: nameTool(around.tools.catalogue, tool).ownName });
    if ([subject, own].some((one) => isDeepStrictEqual(decided.get(nameOfDecision({ kind, subject: one })), value)))
      continue;
    const lowered = findLoweredMinimum(around.view, around.tools, tool, value);
    if (lowered !== undefined) problems.push({ pointer: `/decisions/${index}/value`, message: lowered.sentence });
  }
  return problems;
}

async function checkBot(
  { id, displayName, tools }: ExportedBot,
  pointer: string,
  { mask, reader, tools: known, view }: ImportSurroundings,
  problems: ImportProblem[],
): Promise<void> {
  try {
    requireNewBot({ id, displayName });
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    problems.push({ pointer: `${pointer}/displayName`, message: error.message });
  }
  findRepeated(tools, ({ name }) => name, { pointer: `${pointer}/tools`, field: 'name', problems });
  const rows = tools.some(({ settingsOverride }) => settingsOverride !== null) ? await reader.listAssignments(id) : [];
  for (const [index, { name, owner, definitionHash, settingsOverride }] of tools.entries()) {
    if (settingsOverride === null) continue;
    const settings = await mask.settingsOf({ toolName: name, owner, definitionHash }, reader);
    const place = `${pointer}/tools/${index}/settingsOverride`;
    for (const field of listSecretFields(settings.secrets, settingsOverride)) {
      problems.push({
        pointer: `${place}/${escapePointer(field)}`,
        message: `"${field}" of "${name}" is a secret. Remove it here.`,
      });
    }
    const problem = findOverrideProblem(settings, settingsOverride);
    if (problem !== undefined) {
      problems.push({
        pointer: `${place}/${escapePointer(problem.field)}`,
        message: `For "${name}": ${problem.message}`,
      });
    }
    const before = rows.find(({ toolName }) => toolName === name)?.settingsOverride ?? null;
    const tool = lockSubjectOf(known, { toolName: name, owner });
    const field = findLockedField(view, tool, settingsOverride, before);
    if (field !== undefined) {
      problems.push({ pointer: `${place}/${escapePointer(field)}`, message: describeLock(view, tool, field) ?? '' });
    }
  }
}

function keyOfSetting({
  owner,
  toolName,
  field,
}: {
  readonly owner: string;
  readonly toolName: string;
  readonly field: string;
}): string {
  return `${formatToolSubject({ owner, toolName })}#${field}`;
}

function checkSetting(
  { owner, tool, field, value }: ExportedSetting,
  pointer: string,
  { mask }: ImportSurroundings,
  problems: ImportProblem[],
): void {
  const known = mask.settingsOfSubject({ owner, toolName: tool });
  try {
    // Nobody can tell what settings a tool has that is not here; but what would be a secret is known at times.
    if (known.secrets.has(field)) throw secretSetting(tool, field);
    if (known.schema !== undefined) requireSetting(known, { tool, field, value });
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    const place = error.code === 'SETTING_UNKNOWN' ? 'field' : 'value';
    const message =
      error.code === 'SETTING_SECRET' ? `"${field}" of "${tool}" is a secret. Remove it here.` : error.message;
    problems.push({ pointer: `${pointer}/${place}`, message });
  }
}

function findRepeated<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  {
    pointer,
    field,
    problems,
  }: { readonly pointer: string; readonly field: string; readonly problems: ImportProblem[] },
): void {
  const first = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const name = nameOf(item);
    const before = first.get(name);
    if (before === undefined) first.set(name, index);
    else {
      const message = `The same stands at ${pointer}/${before} already. Remove one of them.`;
      problems.push({ pointer: `${pointer}/${index}/${field}`, message });
    }
  }
}
