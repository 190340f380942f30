import { describeValue } from '../catalogue/describe-value.js';
import { MAX_TEXT_CHARACTERS } from '../companions/read-metadata.js';
import { isLoadoutError, LoadoutError } from '../contract/errors.js';
import type { JsonObject } from '../contract/json.js';
import type { LoadoutChange } from '../contract/loadout-change.js';
import { isPlainObject } from '../schema/copy-json.js';
import { suggestWord } from '../schema/nearest-word.js';
import { copyOverride, requireFittingOverride } from './check-override.js';
import { type FoundTool, findTool } from './find-tool.js';
import { invalidToolName, type KnownTools, readSettingsSchema, requireToolName } from './known-tools.js';
import { MAX_POSITION } from './loadout-draft.js';
import { describeSettings } from './secret-mask.js';

const MAX_OWNER = 1_000;

/** A change whose tool was looked up and whose values were checked: what is left depends on the loadout alone. */
export type LoadoutStep =
  | {
      readonly action: 'assign';
      readonly tool: string;
      /** What it is assigned as. */
      readonly found: FoundTool;
      /** The caller says what the assignment remembers; it is kept under exactly this name. */
      readonly isStated: boolean;
      readonly settingsOverride?: JsonObject | null;
      readonly position?: number;
    }
  | Exclude<LoadoutChange, { readonly action: 'assign' | 'accept' }>
  | { readonly action: 'accept'; readonly tool: string; readonly found: FoundTool };

type Action = LoadoutChange['action'];

const fieldsOf: Readonly<Record<Action, readonly string[]>> = {
  assign: ['action', 'tool', 'settingsOverride', 'position', 'owner', 'label', 'definitionHash'],
  unassign: ['action', 'tool'],
  override: ['action', 'tool', 'settingsOverride'],
  move: ['action', 'tool', 'position'],
  accept: ['action', 'tool', 'owner', 'definitionHash'],
};

/** Looks up and checks changes in their order, before the store is asked for anything. */
export async function readLoadoutChanges(
  tools: KnownTools,
  changes: readonly LoadoutChange[],
): Promise<readonly LoadoutStep[]> {
  if (!Array.isArray(changes)) throw invalidChange('changes', 'have to be a list', changes);
  const steps: LoadoutStep[] = [];
  for (const [index, change] of changes.entries()) {
    steps.push(await atChange(index, () => readChange(tools, change, index)));
  }
  return steps;
}

/** Does what a change needs; an error says with which of the changes something is wrong. */
export async function atChange<T>(change: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    const { code, message, details, cause } = error;
    throw new LoadoutError(code, message, { details: { ...details, change }, cause });
  }
}

async function readChange(tools: KnownTools, change: LoadoutChange, index: number): Promise<LoadoutStep> {
  const place = `changes[${index}]`;
  // Embedders without types, and requests, may pass anything.
  const given: unknown = change;
  if (!isPlainObject(given)) throw invalidChange(place, 'has to be an object', given);
  const { action } = change;
  if (typeof action !== 'string' || !Object.hasOwn(fieldsOf, action)) {
    throw invalidChange(`${place}.action`, `has to be one of ${Object.keys(fieldsOf).join(', ')}`, action);
  }
  const unknown = Object.keys(given).find((field) => !fieldsOf[action].includes(field));
  if (unknown !== undefined) {
    const hint = suggestWord(unknown, fieldsOf[action]);
    throw new LoadoutError('LOADOUT_CHANGE_INVALID', `${place} of "${action}" has no field "${unknown}". ${hint}`, {
      details: { place: `${place}.${unknown}` },
    });
  }
  if (typeof change.tool !== 'string') throw invalidToolName(change.tool);
  switch (change.action) {
    case 'assign':
      return readAssign(tools, change, place);
    case 'accept':
      return readAccept(tools, change, place);
    case 'override': {
      const { settingsOverride } = change;
      if (settingsOverride === undefined)
        throw invalidChange(`${place}.settingsOverride`, 'has to be an object, or null', undefined);
      return { ...change, settingsOverride: settingsOverride === null ? null : copyOverride(settingsOverride) };
    }
    case 'move':
      return { ...change, position: requirePosition(change.position, place) };
    case 'unassign':
      return change;
    default:
      return neverAction(change);
  }
}

async function readAccept(
  tools: KnownTools,
  { tool, owner, definitionHash }: Extract<LoadoutChange, { action: 'accept' }>,
  place: string,
): Promise<LoadoutStep> {
  if (owner !== undefined) requireOwner(owner, `${place}.owner`);
  if (definitionHash !== undefined) requireHash(definitionHash, place);
  const found = await findTool(tools, requireToolName(tool));
  requireLookedAt(found, { owner, definitionHash });
  return { action: 'accept', tool, found };
}

/** Throws `DEFINITION_CONFLICT` where a tool is not what was looked at. */
export function requireLookedAt(
  { toolName, owner, definitionHash }: Pick<FoundTool, 'toolName' | 'owner' | 'definitionHash'>,
  seen: { readonly owner?: string | undefined; readonly definitionHash?: string | null | undefined },
): void {
  const isOwner = seen.owner === undefined || seen.owner === owner;
  if (isOwner && (seen.definitionHash === undefined || seen.definitionHash === definitionHash)) return;
  const what = isOwner ? 'another definition' : 'another owner';
  const message = `"${toolName}" has ${what} than the one that was looked at. Compare again, then accept.`;
  const current = { tool: toolName, owner, definitionHash };
  throw new LoadoutError('DEFINITION_CONFLICT', message, { details: { tool: toolName, current } });
}

async function readAssign(
  tools: KnownTools,
  change: Extract<LoadoutChange, { action: 'assign' }>,
  place: string,
): Promise<LoadoutStep> {
  const tool = requireToolName(change.tool);
  const { owner, label, definitionHash, settingsOverride, position } = change;
  const listed = tools.catalogue.find(tool);
  const isStated =
    owner !== undefined && (label !== undefined || definitionHash !== undefined || owner !== listed?.owner);
  if (owner === undefined && (label !== undefined || definitionHash !== undefined)) {
    throw invalidChange(`${place}.owner`, 'has to be given with a label or a hash', undefined);
  }
  const found = isStated ? readStated(tool, { owner, label, definitionHash }, place) : await findTool(tools, tool);
  const override =
    settingsOverride === undefined || settingsOverride === null ? settingsOverride : copyOverride(settingsOverride);
  if (override !== undefined && override !== null && !isStated) {
    // What somebody states may be what he had before the settings of the tool changed.
    const settings = describeSettings(readSettingsSchema(found.definition?.settingsSchema));
    requireFittingOverride(settings, found.toolName, override);
  }
  return {
    action: 'assign',
    tool,
    found,
    isStated,
    ...(override === undefined ? {} : { settingsOverride: override }),
    ...(position === undefined ? {} : { position: requirePosition(position, place) }),
  };
}

function readStated(
  toolName: string,
  stated: { readonly owner: string; readonly label?: unknown; readonly definitionHash?: unknown },
  place: string,
): FoundTool {
  const { owner, label = toolName, definitionHash = null } = stated;
  requireOwner(owner, `${place}.owner`);
  // It is shown as it was, whatever it was.
  if (typeof label !== 'string' || label.length > MAX_TEXT_CHARACTERS) {
    throw invalidChange(`${place}.label`, `has to be a text of at most ${MAX_TEXT_CHARACTERS} characters`, label);
  }
  return { toolName, owner, label, definitionHash: requireHash(definitionHash, place), definition: undefined };
}

function requireHash(value: unknown, place: string): string | null {
  if (value === null || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))) return value;
  throw invalidChange(`${place}.definitionHash`, 'has to be a SHA-256 of 64 hexadecimal digits, or null', value);
}

function requirePosition(position: unknown, place: string): number {
  if (typeof position === 'number' && Number.isSafeInteger(position) && position >= 0 && position <= MAX_POSITION) {
    return position;
  }
  throw invalidChange(`${place}.position`, `has to be a whole number from 0 to ${MAX_POSITION}`, position);
}

/** Whether a text can be an owner, there or not. */
export function isOwner(value: unknown): boolean {
  // An owner is part of "owner#name".
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_OWNER && !value.includes('#');
}

function requireOwner(value: unknown, place: string): void {
  if (isOwner(value)) return;
  throw invalidChange(
    place,
    `has to be the name of an owner, a text of 1 to ${MAX_OWNER} characters without "#"`,
    value,
  );
}

function invalidChange(place: string, expected: string, value: unknown): LoadoutError {
  const came = value === undefined ? 'is missing' : `is ${describeValue(value)}`;
  return new LoadoutError('LOADOUT_CHANGE_INVALID', `${place} ${expected}, but ${came}.`, { details: { place } });
}

function neverAction(change: never): never {
  throw invalidChange('changes', 'have to have a known action', change);
}
