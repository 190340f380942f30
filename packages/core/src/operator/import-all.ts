import { isDeepStrictEqual } from 'node:util';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import type { Decision } from '../contract/decisions.js';
import { isLoadoutError } from '../contract/errors.js';
import type { ExportDocument, ExportedBot, ExportedDecision } from '../contract/export-document.js';
import { isObject } from '../contract/json.js';
import { formatToolSubject, parseToolSubject } from '../contract/tool-subject.js';
import type { ImportReport } from '../host-interface.js';
import type { Assignment } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import { nameTool } from '../turn/tool-names.js';
import { addBot } from './bot-operations.js';
import { findImportProblems } from './check-import.js';
import { countBots } from './count-bots.js';
import { DECISION_TABLE, isDecisionKind } from './decision-kinds.js';
import { describeDecision, dropDecisions } from './decision-operations.js';
import { describeListed, type FoundTool } from './find-tool.js';
import { collectTools, findSubject, type KnownTools } from './known-tools.js';
import { BUILT_IN_OWNER, MAX_POSITION } from './loadout-draft.js';
import { type ChangeUnit, letOthersRun, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';
import { type ImportProblem, invalidImport, readExportDocument } from './read-export-document.js';
import { resolveImport } from './resolve-import.js';
import { maskForLog, SecretMask } from './secret-mask.js';
import { type AssignedName, findOwnTool } from './tool-reference.js';
import { writeLoadout } from './write-loadout.js';

const BOTS_AT_ONCE = 5;
const MAX_REMARKS = 100;

/** So many are looked up by their ids. */
const FEW_BOTS = 100;

/** Ends a dry run: the store takes everything back. */
class DryRunOver extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('a dry run changes nothing');
    this.report = report;
  }
}

/** Makes what a document names as the document says. A dry run does all of it, and lets the store take it back. */
export async function importAll(
  parts: OperatorParts,
  actor: Actor,
  document: unknown,
  options: { readonly dryRun?: boolean } = {},
): Promise<ImportReport> {
  if (!isObject(options)) throw wrongArgument('import', 'options', 'an object', options);
  const read = readExportDocument(document);
  const tools = await collectTools(parts);
  const mask = new SecretMask(tools);
  const { store: reader, components } = parts;
  const view = await parts.view();
  const problems = await findImportProblems(read, { mask, reader, components, tools, view });
  if (problems.length > 0) throw invalidImport(problems);
  const { document: resolved, renamed } = resolveImport(read, tools);
  try {
    return await makeChange(parts, actor, async (unit) => {
      await importBots(unit, read.bots, tools, mask);
      await importSettings(unit, resolved, tools, mask);
      await importDecisions(unit, resolved, tools);
      const assigned = await unit.writer.listAssignedTools();
      const remarks = listRemarks(resolved, tools, { renamed, assigned });
      const report = { changes: [...unit.changes], remarks };
      if (options.dryRun === true) throw new DryRunOver(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRunOver) return error.report;
    throw error;
  }
}

async function importBots(
  unit: ChangeUnit,
  bots: readonly ExportedBot[],
  tools: KnownTools,
  mask: SecretMask,
): Promise<void> {
  const { writer, changes } = unit;
  const retired: ImportProblem[] = [];
  const names = await readNames(writer, bots);
  const describe = rememberListed(tools);
  for (const [index, bot] of bots.entries()) {
    const { id, displayName } = bot;
    const known = names.get(id);
    if (known === undefined) {
      try {
        await addBot(unit, { id, displayName });
      } catch (error) {
        if (!isLoadoutError(error, 'BOT_ID_RETIRED')) throw error;
        retired.push({ pointer: `/bots/${index}/id`, message: error.message });
      }
    } else if (known !== displayName) {
      await writer.renameBot(id, displayName);
      const change = { bot: id, tool: null, subject: null, before: known, after: displayName };
      changes.push({ action: 'bot-renamed', ...change });
    }
    if (retired.length === 0) {
      const before = known === undefined ? [] : await writer.listAssignments(id);
      await importLoadout(unit, bot, { before, describe, mask });
    }
    if (index % BOTS_AT_ONCE === BOTS_AT_ONCE - 1) await letOthersRun();
  }
  if (retired.length > 0) throw invalidImport(retired, 'BOT_ID_RETIRED');
}

/** The display names of those bots that are there. Of a few one by one: there may be very many others. */
async function readNames(reader: StoreReader, bots: readonly ExportedBot[]): Promise<ReadonlyMap<string, string>> {
  const known =
    bots.length > FEW_BOTS ? await reader.listBots() : await Promise.all(bots.map(({ id }) => reader.getBot(id)));
  return new Map(known.flatMap((bot) => (bot === undefined ? [] : [[bot.id, bot.displayName] as const])));
}

/** What an assignment of a name from an owner remembers, where that owner lists it; of many bots looked up once. */
function rememberListed({ catalogue, checker }: KnownTools): (name: string, owner: string) => readonly FoundTool[] {
  const known = new Map<string, FoundTool | undefined>();
  return (name, owner) => {
    if (!known.has(name)) {
      const listed = catalogue.find(name);
      known.set(name, listed && describeListed(listed, checker));
    }
    const found = known.get(name);
    return found?.owner === owner ? [found] : [];
  };
}

interface LoadoutImport {
  readonly before: readonly Assignment[];
  readonly describe: ReturnType<typeof rememberListed>;
  readonly mask: SecretMask;
}

async function importLoadout(
  unit: ChangeUnit,
  bot: ExportedBot,
  { before, describe, mask }: LoadoutImport,
): Promise<void> {
  const known = new Map(before.map((row) => [row.toolName, row]));
  const positions = choosePositions(
    before,
    bot.tools.map(({ name }) => name),
  );
  const rows = bot.tools.map(
    ({ name, owner, label, definitionHash, settingsOverride }, index): Assignment => ({
      toolName: name,
      owner,
      label,
      definitionHash,
      settingsOverride,
      isBuiltIn: owner === BUILT_IN_OWNER,
      position: positions[index] ?? index + 1,
      assignedAt: known.get(name)?.assignedAt ?? unit.at,
      updatedAt: unit.at,
    }),
  );
  const definitions = rows.flatMap(({ toolName, owner }) => describe(toolName, owner));
  const after = new Map(rows.map((row) => [row.toolName, row]));
  await writeLoadout(unit, bot.id, { before, after, mask, definitions });
}

/** Places stay where the order does; what is new then comes behind. Otherwise all get new ones. */
function choosePositions(before: readonly Assignment[], names: readonly string[]): readonly number[] {
  const known = new Map(before.map(({ toolName, position }) => [toolName, position]));
  let last = Math.max(0, ...before.map(({ position }) => position));
  const positions = names.map((name) => {
    const position = known.get(name);
    if (position !== undefined) return position;
    last += 1;
    return last;
  });
  const isInOrder = positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0));
  return isInOrder && last <= MAX_POSITION ? positions : names.map((_, index) => index + 1);
}

async function importSettings(
  { writer, changes, at }: ChangeUnit,
  { settings }: ExportDocument,
  tools: KnownTools,
  mask: SecretMask,
): Promise<void> {
  const before = new Map((await writer.listToolSettings()).map((one) => [keyOf(one), one.value]));
  for (const { owner, tool, field, value } of settings) {
    const subject = { owner, toolName: tool };
    const known = before.get(keyOf({ ...subject, field }));
    if (known !== undefined && isDeepStrictEqual(known, value)) continue;
    await writer.putToolSetting({ ...subject, field, value, updatedAt: at });
    const settingsKnown = mask.settingsOfSubject(subject);
    changes.push({
      action: 'setting-set',
      bot: null,
      tool: findSubject(tools, subject)?.name ?? tool,
      subject: field,
      before: known === undefined ? null : maskForLog(settingsKnown, field, known),
      after: maskForLog(settingsKnown, field, value),
    });
  }
}

async function importDecisions(
  { writer, changes, at }: ChangeUnit,
  { decisions }: ExportDocument,
  tools: KnownTools,
): Promise<void> {
  const stored = await writer.listDecisions();
  const before = new Map(stored.map((one) => [`${one.kind} ${one.subject}`, one.value]));
  const olderOnes = groupOlder(stored, tools);
  for (const { kind, subject, value } of decisions) {
    const known = before.get(`${kind} ${subject}`);
    const about = parseToolSubject(subject);
    const tool = about === undefined ? null : (findSubject(tools, about)?.name ?? about.toolName);
    await dropDecisions({ writer, changes }, olderOnes.get(`${kind} ${subject}`) ?? [], tool);
    if (known !== undefined && isDeepStrictEqual(known, value)) continue;
    await writer.putDecision({ kind, subject, value, updatedAt: at });
    changes.push(describeDecision('decision-set', { kind, subject, tool, before: known ?? null, after: value }));
  }
}

/** What is decided under older names of tools, by what it would be kept under now. */
function groupOlder(stored: readonly Decision[], { catalogue }: KnownTools): ReadonlyMap<string, readonly Decision[]> {
  const older = new Map<string, Decision[]>();
  for (const decision of stored) {
    const { kind, subject } = decision;
    const about =
      isDecisionKind(kind) && DECISION_TABLE[kind].subject === 'tool' ? parseToolSubject(subject) : undefined;
    if (about === undefined) continue;
    const { owner, ownName } = nameTool(catalogue, about);
    if (ownName === about.toolName) continue;
    const key = `${kind} ${formatToolSubject({ owner, toolName: ownName })}`;
    older.set(key, [...(older.get(key) ?? []), decision]);
  }
  return older;
}

function keyOf({
  field,
  ...subject
}: {
  readonly owner: string;
  readonly toolName: string;
  readonly field: string;
}): string {
  return `${formatToolSubject(subject)}#${field}`;
}

function listRemarks(
  { bots, decisions, leftOut }: ExportDocument,
  tools: KnownTools,
  { renamed, assigned }: { readonly renamed: readonly string[]; readonly assigned: readonly AssignedName[] },
): readonly string[] {
  const { catalogue } = tools;
  const absent = new Map<string, number>();
  const given = bots.flatMap((bot) => bot.tools.map(({ name, owner }) => ({ toolName: name, owner })));
  for (const { toolName: name, owner } of given) {
    if (catalogue.find(name)?.owner === owner) continue;
    const what = `"${name}" of ${owner}`;
    absent.set(what, (absent.get(what) ?? 0) + 1);
  }
  const remarks = [
    ...leftOut.map((sentence) => `Not in the document, and to be set again: ${sentence}`),
    ...[...absent]
      .sort()
      .map(([what, count]) => `${what} is not listed here at present; ${countBots(count)} will get it once it is.`),
    ...renamed,
    ...decisions.flatMap((decision) => remarkOn(decision, tools, assigned) ?? []),
  ];
  const told = remarks.slice(0, MAX_REMARKS);
  if (remarks.length > told.length) told.push(`There are ${remarks.length - told.length} more remarks.`);
  return told;
}

/** What is decided here is refused for a tool that its owner does not list; a document may be older than that list. */
function remarkOn(
  { kind, subject }: ExportedDecision,
  tools: KnownTools,
  assigned: readonly AssignedName[],
): string | undefined {
  const tool = DECISION_TABLE[kind].subject === 'tool' ? parseToolSubject(subject) : undefined;
  if (tool === undefined) return undefined;
  try {
    findOwnTool(tools, tool, assigned);
    return undefined;
  } catch (error) {
    if (!isLoadoutError(error, 'TOOL_UNKNOWN')) throw error;
    return `The decision ${kind} ${subject} counts for nothing at present: ${error.message}`;
  }
}
