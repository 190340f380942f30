import { describeValue } from '../catalogue/describe-value.js';
import { judgeList } from '../catalogue/judge-list.js';
import { ListedTool } from '../catalogue/listed-tool.js';
import { TOOL_NAME_PATTERN } from '../contract/definition.js';
import { LoadoutError } from '../contract/errors.js';
import { formatToolSubject, parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import { nearestWord, suggestWord } from '../schema/nearest-word.js';
import type { AssignedTool } from '../store/records.js';
import { isSameTool, type NamedTool, nameAssigned, nameTool } from '../turn/tool-names.js';
import { findSubject, type KnownTools, unknownTool } from './known-tools.js';
import { isOwner } from './loadout-steps.js';

/*
 * Settings and decisions are about a tool of one owner. People name it as bots have it, by an alias, or, where nobody
 * lists it or another owner has its name, as `owner#name`.
 */

/** A tool as somebody named it. */
export interface ToolReference {
  readonly subject: ToolSubject;
  /** The name that bots have it under; the owner's own where nobody lists it. */
  readonly name: string;
}

/** The tool behind a name, an alias, or `owner#name`, where one is listed. */
export function findListed(tools: KnownTools, reference: unknown): ListedTool | undefined {
  if (typeof reference !== 'string') return undefined;
  const subject = parseToolSubject(reference);
  if (subject !== undefined) return findSubject(tools, subject);
  const { catalogue } = tools;
  const exposed = catalogue.findExposed(reference);
  // Its owner's own name will do as well, where that is nobody else's.
  return (
    catalogue.find(reference) ?? (exposed && catalogue.mayRecognise(exposed.owner, reference) ? exposed : undefined)
  );
}

/** The same, which has to be there. Throws `TOOL_UNKNOWN`. */
function requireListed(tools: KnownTools, reference: unknown): ListedTool {
  const listed = findListed(tools, reference);
  if (listed === undefined) throw unlistedReference(tools, reference);
  const checked = listed.check(tools.checker);
  if (!('reason' in checked)) return listed;
  throw new LoadoutError('TOOL_UNKNOWN', `"${listed.name}" is quarantined: ${checked.reason}`, {
    details: { name: listed.name },
  });
}

/** A name that a bot has, and the owner that it has it from. */
export type AssignedName = Pick<AssignedTool, 'toolName' | 'owner'>;

/** A reference to a listed tool. */
export function referTo(listed: ListedTool): ToolReference {
  return { subject: { owner: listed.owner, toolName: listed.ownName }, name: listed.name };
}

/**
 * A reference that has to be of a listed tool. Written as `owner#name` it may be of one that nobody can tell about: its
 * owner is not there, or never answered; or of one that a bot has of that owner. Throws `TOOL_UNKNOWN`.
 */
export function requireReference(
  tools: KnownTools,
  reference: unknown,
  assigned: readonly AssignedName[] = [],
): ToolReference {
  const listed = findListed(tools, reference);
  if (listed !== undefined) return referTo(listed);
  const stated = readSubject(reference);
  if (stated === undefined) throw unlistedReference(tools, reference);
  const { ownName } = findOwnTool(tools, stated.subject, assigned);
  return { subject: { owner: stated.subject.owner, toolName: ownName }, name: stated.name };
}

/**
 * The same with its definition: of a tool that nobody lists the last that is known, where a bot has the tool and it is
 * stated as `owner#name`. Throws `TOOL_UNKNOWN`.
 */
export function requireDefined(
  tools: KnownTools,
  reference: unknown,
  assigned: readonly AssignedName[],
): { readonly tool: ListedTool; readonly isListed: boolean } {
  const stated = findListed(tools, reference) === undefined ? readSubject(reference) : undefined;
  if (stated === undefined) return { tool: requireListed(tools, reference), isListed: true };
  const { owner, name, ownName, aliases, tool } = findOwnTool(tools, stated.subject, assigned);
  const checked = tool?.check(tools.checker);
  if (tool === undefined || checked === undefined || 'reason' in checked) {
    const message = `Nobody lists "${ownName}" of ${owner} at present, and what settings it has is not known.`;
    throw new LoadoutError('TOOL_UNKNOWN', `${message} Bring it back first.`, { details: { name: ownName, owner } });
  }
  return { tool: new ListedTool(name, ownName, tool.slot, aliases, checked.definition), isListed: false };
}

/** Of a tool that nobody lists, what is kept of it is found by its own name as well, if only one owner has that. */
export function findSettingSubject(tools: KnownTools, reference: unknown, kept: readonly ToolSubject[]): ToolReference {
  const listed = findListed(tools, reference);
  if (listed !== undefined) return referTo(listed);
  const stated = readSubject(reference) ?? findKept(reference, kept);
  if (stated !== undefined) return stated;
  throw unknownTool(shorten(reference), tools.catalogue);
}

/** The one owner's tool of this own name among those that something is kept of. */
export function findKept(reference: unknown, kept: readonly ToolSubject[]): ToolReference | undefined {
  const named = kept.filter(({ toolName }) => toolName === reference);
  const subjects = new Map(named.map((one) => [formatToolSubject(one), one]));
  const [only] = subjects.values();
  if (only === undefined || subjects.size > 1) return undefined;
  return { subject: { owner: only.owner, toolName: only.toolName }, name: only.toolName };
}

/**
 * A tool of an owner by any of its names, also where another owner has that. What a bot has from the owner, it may run
 * without listing it (contract 1.8). Throws `TOOL_UNKNOWN` where it can be told that there is no such tool.
 */
export function findOwnTool(
  { catalogue }: Pick<KnownTools, 'catalogue'>,
  { owner, toolName }: ToolSubject,
  assigned: readonly AssignedName[] = [],
): NamedTool {
  const named = nameTool(catalogue, { owner, toolName });
  if (named.state === 'listed' || named.state === 'own' || isAssigned(catalogue, named, assigned)) return named;
  const slot = catalogue.slots.find((one) => one.owner === owner);
  if (slot?.list === undefined || (slot.state !== 'ready' && slot.state !== 'stale')) return named;
  const { tools, switchedOff } = judgeList(slot, slot.list);
  const names = [...tools, ...switchedOff].map(({ ownName }) => ownName);
  throw new LoadoutError('TOOL_UNKNOWN', `${owner} lists no tool "${toolName}". ${suggestWord(toolName, names)}`, {
    details: { name: toolName, owner, nearest: nearestWord(toolName, names) },
  });
}

/** Whether a bot has the tool, by any of its names. */
export function isAssigned(
  catalogue: KnownTools['catalogue'],
  named: NamedTool,
  assigned: readonly AssignedName[],
): boolean {
  const ofOwner = assigned.filter(({ owner }) => owner === named.owner);
  return ofOwner.some((row) => isSameTool(nameAssigned(catalogue, row), named));
}

function unlistedReference({ catalogue }: KnownTools, reference: unknown): LoadoutError {
  const remedy = ' Write owner#name for a tool that nobody lists at present, or whose name another owner has.';
  return unknownTool(shorten(reference), catalogue, remedy);
}

function readSubject(reference: unknown): ToolReference | undefined {
  const subject = typeof reference === 'string' ? parseToolSubject(reference) : undefined;
  if (subject === undefined || !TOOL_NAME_PATTERN.test(subject.toolName) || !isOwner(subject.owner)) return undefined;
  return { subject, name: subject.toolName };
}

function shorten(reference: unknown): string {
  return typeof reference === 'string' ? reference.slice(0, 100) : describeValue(reference);
}
