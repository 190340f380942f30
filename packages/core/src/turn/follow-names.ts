import { freezeDefinition } from '../catalogue/freeze-definition.js';
import { type JudgedList, judgeList } from '../catalogue/judge-list.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { isNameOnly } from '../companions/known-tool.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { JsonObject } from '../contract/json.js';
import type { KnownDefinition } from './known-definitions.js';

/*
 * Which names of an owner lead to which tool, in what it lists and in what it listed before. Asked several times for each
 * tool of each bot, so what is listed is put in order once for each list, and what was listed once for each change.
 */

/** What an owner lists at present, by its own names. */
export interface ListedNames {
  /** Tools that are listed or switched off. */
  readonly own: ReadonlyMap<string, ListedTool>;
  readonly aliases: ReadonlyMap<string, ListedTool>;
  readonly quarantined: ReadonlySet<string | null>;
  readonly switchedOff: ReadonlySet<ListedTool>;
}

/** Where a name leads to. */
export interface FollowedNames {
  /** What the tool was called last, as far as is known. */
  readonly ownName: string;
  /** The tool, where it is listed. */
  readonly listed: ListedTool | undefined;
  /** Its last definition that is in order, listed or kept. */
  readonly known: KnownDefinition | undefined;
  /** All names on the way. */
  readonly names: readonly string[];
}

const NO_NAMES: ListedNames = { own: new Map(), aliases: new Map(), quarantined: new Set(), switchedOff: new Set() };
const namesOf = new WeakMap<JudgedList, ListedNames>();

/** Made once for each list. */
export function namesIn(slot: ProviderSlot | undefined): ListedNames {
  if (slot?.list === undefined) return NO_NAMES;
  const list = judgeList(slot, slot.list);
  let names = namesOf.get(list);
  if (names === undefined) {
    names = collectNames(list);
    namesOf.set(list, names);
  }
  return names;
}

/**
 * From a name to what that tool is called now: a tool may have been given another name more than once. What is listed counts
 * under each name on the way, before what was listed.
 */
export function followNames(slot: ProviderSlot, name: string): FollowedNames {
  const { own, aliases, switchedOff } = namesIn(slot);
  const { tools, aliasesOf, places, aliasPlaces } = slot.dropped.names;
  const names = [name];
  let present = name;
  let last: JsonObject | undefined;
  let place = places.get(name) ?? aliasPlaces.get(name)?.[0];
  while (true) {
    const listed = own.get(present) ?? aliases.get(present);
    if (listed !== undefined && !switchedOff.has(listed)) {
      if (names.length > 1 || listed.ownName !== name) names.push(listed.ownName, ...listed.aliases);
      const known = listed.definition ?? freezeLast(slot, last, listed.ownName);
      return { ownName: listed.ownName, listed, known, names };
    }
    const tool: JsonObject | undefined = tools[place ?? -1];
    if (tool === undefined || place === undefined) break;
    present = String(tool.name);
    if (!isNameOnly(tool)) last = tool;
    names.push(present, ...aliasesOf(tool));
    // Of those that left later.
    const end: number = place;
    place = aliasPlaces.get(present)?.find((one) => one < end);
  }
  return { ownName: present, listed: undefined, known: freezeLast(slot, last, present), names };
}

/** An entry without a definition leads to a tool that may have left as well since. */
function freezeLast(slot: ProviderSlot, last: JsonObject | undefined, ownName: string): KnownDefinition | undefined {
  const tool = last?.name === ownName ? last : (slot.dropped.find(ownName) ?? last);
  return tool && freezeKept(tool);
}

/** Kept definitions never change, and are asked for with each offer. */
const frozen = new WeakMap<object, KnownDefinition | undefined>();

/** A kept definition, if it is in order. */
export function freezeKept(tool: JsonObject): KnownDefinition | undefined {
  if (!frozen.has(tool)) {
    const definition = freezeDefinition(tool, String(tool.name));
    frozen.set(tool, 'reason' in definition ? undefined : definition);
  }
  return frozen.get(tool);
}

/** The first of a name counts. */
function collectNames({ tools, switchedOff, quarantined }: JudgedList): ListedNames {
  const own = new Map<string, ListedTool>();
  const aliases = new Map<string, ListedTool>();
  const add = (tool: ListedTool): void => {
    if (!own.has(tool.ownName)) own.set(tool.ownName, tool);
    for (const alias of tool.aliases) if (!aliases.has(alias)) aliases.set(alias, tool);
  };
  tools.forEach(add);
  // What is off under an older name of a listed tool is that tool (contract 1.8).
  switchedOff.filter(({ ownName }) => !aliases.has(ownName)).forEach(add);
  return {
    own,
    aliases,
    quarantined: new Set(quarantined.map(({ name }) => name)),
    switchedOff: new Set(switchedOff),
  };
}
