import type { Catalogue } from '../catalogue/catalogue.js';
import { judgeList } from '../catalogue/judge-list.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { formatToolSubject, parseToolSubject } from '../contract/tool-subject.js';
import { broughtSetting } from './check-override.js';
import { describeDecision } from './decision-operations.js';
import { listToolSecrets, passSecret } from './kept-secrets.js';
import { findSubject, type KnownTools } from './known-tools.js';
import { BUILT_IN_OWNER } from './loadout-draft.js';
import type { ChangeUnit } from './make-change.js';
import { maskForLog, SecretMask } from './secret-mask.js';

/** An owner that gives its tools to another. */
export interface Handover {
  readonly from: string;
  readonly to: string;
  /** The new one says that it is the old one: also what is not listed now moves. */
  readonly isFormerly: boolean;
  /** Only these, by the old owner's own names for them. Absent: all. */
  readonly tools?: ReadonlySet<string>;
  /** Names that the operator's decisions give to tools of the old one and will give to the new one's, by their own names. */
  readonly exposed?: ReadonlyMap<string, string>;
}

/** What an owner lists under its own name, also where another one has that. */
export function findOwn({ slots }: Catalogue, owner: string, name: string): ListedTool | undefined {
  const slot = slots.find((one) => one.owner === owner);
  if (slot?.list === undefined) return undefined;
  return judgeList(slot, slot.list).tools.find(({ ownName }) => ownName === name);
}

/** What the new owner gets is what it had already, under another name or as a tool of the host's own. */
export function isOneOwner({ to, isFormerly }: Handover): boolean {
  return isFormerly || to === BUILT_IN_OWNER;
}

/** What the new owner calls a tool of the old one; undefined where it has none. */
function findSuccessor(
  { catalogue }: KnownTools,
  toolName: string,
  { from, to, isFormerly, tools, exposed }: Handover,
): { readonly toolName: string; readonly name: string } | undefined {
  const isOf = (listed: ListedTool | undefined): listed is ListedTool => listed?.owner === to;
  if (tools !== undefined && !tools.has(toolName)) return undefined;
  // Bots may have had it under the operator's name, and it may have an older one.
  const candidates = [
    catalogue.find(toolName),
    catalogue.findExposed(toolName, to),
    catalogue.find(catalogue.ownName(from, toolName)),
  ];
  const name = exposed?.get(toolName);
  const listed = candidates.find(isOf) ?? (name === undefined ? undefined : findOwn(catalogue, to, toolName));
  if (listed !== undefined) return { toolName: listed.ownName, name: name ?? listed.name };
  return isFormerly ? { toolName, name: toolName } : undefined;
}

/**
 * The new owner's own settings stay: somebody set them for it. So do the old one's while it has the tool under another
 * name. Answers how many settings moved, or went because the new owner has its own.
 */
export async function moveSettings(
  { writer, at, changes }: ChangeUnit,
  tools: KnownTools,
  handover: Handover,
): Promise<number> {
  let moved = 0;
  const mask = new SecretMask(tools);
  const settings = await writer.listToolSettings();
  for (const { owner, toolName, field, value } of settings) {
    const successor = owner === handover.from ? findSuccessor(tools, toolName, handover) : undefined;
    if (successor === undefined) continue;
    const subject = { owner: handover.to, toolName: successor.toolName };
    const hasOwn = settings.some(
      (one) => one.owner === subject.owner && one.toolName === subject.toolName && one.field === field,
    );
    const known = mask.settingsOfSubject(subject);
    if (!hasOwn && known.secrets.has(field) && !isOneOwner(handover)) {
      throw broughtSetting({ from: { owner, toolName }, to: handover.to, field });
    }
    const shown = maskForLog(known, field, value);
    const change = { bot: null, tool: successor.name, subject: field } as const;
    const isGone = findSubject(tools, { owner, toolName }) === undefined;
    if (isGone || !hasOwn) moved += 1;
    if (isGone) {
      await writer.deleteToolSetting(owner, toolName, field);
      changes.push({ ...change, action: 'setting-unset', before: { owner, value: shown }, after: null });
    }
    if (hasOwn) continue;
    await writer.putToolSetting({ ...subject, field, value, updatedAt: at });
    changes.push({ ...change, action: 'setting-set', before: null, after: { owner: subject.owner, value: shown } });
  }
  return moved;
}

/** The same for secrets, the operator's and those of bots. */
export async function moveSecrets(unit: ChangeUnit, tools: KnownTools, handover: Handover): Promise<number> {
  let moved = 0;
  for (const secret of await listToolSecrets(unit)) {
    const { tool, bot } = secret.subject;
    const successor = tool.owner === handover.from ? findSuccessor(tools, tool.toolName, handover) : undefined;
    if (successor === undefined) continue;
    const to = { tool: { owner: handover.to, toolName: successor.toolName }, bot, name: successor.name };
    const isMove = findSubject(tools, tool) === undefined;
    if (await passSecret(unit, secret, { ...to, isMove })) moved += 1;
  }
  return moved;
}

/** The same for decisions. A built-in is never given another name by itself: bots would lose it. */
export async function moveDecisions(
  { writer, at, changes }: ChangeUnit,
  tools: KnownTools,
  handover: Handover,
): Promise<number> {
  let count = 0;
  const decisions = await writer.listDecisions();
  for (const { kind, subject, value } of decisions) {
    const tool = parseToolSubject(subject);
    if (tool === undefined || tool.owner !== handover.from) continue;
    if (kind === 'expose-as' && handover.to === BUILT_IN_OWNER) continue;
    const successor = findSuccessor(tools, tool.toolName, handover);
    if (successor === undefined) continue;
    const moved = formatToolSubject({ owner: handover.to, toolName: successor.toolName });
    const log = { kind, tool: successor.name };
    const isGone = findSubject(tools, tool) === undefined;
    const hasOwn = decisions.some((one) => one.kind === kind && one.subject === moved);
    if (isGone || !hasOwn) count += 1;
    if (isGone) {
      await writer.deleteDecision(kind, subject);
      changes.push(describeDecision('decision-unset', { ...log, subject, before: value, after: null }));
    }
    if (hasOwn) continue;
    await writer.putDecision({ kind, subject: moved, value, updatedAt: at });
    changes.push(describeDecision('decision-set', { ...log, subject: moved, before: null, after: value }));
  }
  return count;
}

/** Whose instructions are used is kept for an owner, not for its tools: it goes along with its name alone. */
export async function moveInstructions(
  { writer, at, changes }: ChangeUnit,
  { catalogue }: KnownTools,
  { from, to }: Handover,
): Promise<number> {
  const kind = 'instructions-allowed';
  const allowed = (await writer.listDecisions()).filter((one) => one.kind === kind);
  const decided = allowed.find(({ subject }) => subject === from);
  if (decided === undefined) return 0;
  const { value } = decided;
  const isGone = !catalogue.slots.some(({ owner, isRegistered }) => owner === from && isRegistered);
  const hasOwn = allowed.some(({ subject }) => subject === to);
  if (isGone) {
    await writer.deleteDecision(kind, from);
    changes.push(describeDecision('decision-unset', { kind, subject: from, tool: null, before: value, after: null }));
  }
  if (!hasOwn) {
    await writer.putDecision({ kind, subject: to, value, updatedAt: at });
    changes.push(describeDecision('decision-set', { kind, subject: to, tool: null, before: null, after: value }));
  }
  return isGone || !hasOwn ? 1 : 0;
}
