import { CONFIDENCE_LEVELS, isConfidenceLevel } from '../contract/confidence.js';
import type { OrganisationEntry } from '../contract/host-description.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.js';
import { escapePointer } from '../schema/walk-schema.js';
import { findErrors, type ValidationError } from './generated/organisation.js';
import {
  describeNote,
  type OrganisationLevel,
  type OrganisationNote,
  type OrganisationProblem,
  type OrganisationSubject,
  type OrganisationValue,
  type OrganisationView,
} from './organisation-view.js';

/*
 * Whoever writes the file wants something locked. So each entry is judged alone, and what of it cannot be read is
 * taken for the stricter of what it may mean (contract 9.2, 5.5): a setting is locked, a level is HIGH, a tool is
 * off, an owner is every owner. Whatever names a tool is about it, also where it is a mere text. The published schema says what is wrong; it decides nothing.
 */

const MAX_PROBLEMS = 100;
const MAX_OWNER_CHARACTERS = 300;
const sections = ['settings', 'minimumConfidence', 'disabledTools'] as const;

type Section = (typeof sections)[number];

interface Entry {
  readonly tool: string;
  readonly owner?: string;
  readonly note: OrganisationNote & { readonly entry: string };
  readonly stated: JsonObject;
}

/** What a document decides; undefined where one of its lists is none, so that nobody can tell what it says. */
export function readOrganisation(document: JsonValue, place: string): OrganisationView | OrganisationProblem {
  if (!isJsonObject(document)) return { place, message: 'It has to be an object.' };
  for (const section of sections) {
    const list = document[section];
    if (list !== undefined && !Array.isArray(list))
      return { place: `${place} /${section}`, message: 'It has to be a list.' };
  }
  const values = listEntries(document, 'settings', place);
  const minimums = listEntries(document, 'minimumConfidence', place);
  const levels = indexEntries(minimums);
  // Nobody can tell what a lock is about that names no setting.
  const unclear = values.filter(({ stated }) => readField(stated) === undefined && isLock(stated));
  const off = [...listEntries(document, 'disabledTools', place), ...unclear];
  const disabled = indexEntries(off);
  const byTool = indexEntries(values);
  return Object.freeze({
    place,
    problems: Object.freeze(findProblems(document, place)),
    unreadable: undefined,
    disabled(tool) {
      const [entry] = findEntries(disabled, tool);
      if (entry === undefined) return undefined;
      const why = unclear.includes(entry)
        ? `The organisation has locked a setting of it, and its entry does not say which (${entry.note.entry}).`
        : 'The organisation has switched it off.';
      return { ...entry.note, sentence: `${why}${describeNote(entry.note)}` };
    },
    minimumConfidence(tool) {
      const stated = findEntries(levels, tool).map(readLevel);
      return stated.sort((a, b) => CONFIDENCE_LEVELS[b.level] - CONFIDENCE_LEVELS[a.level])[0];
    },
    settings: (tool) => readValues(findEntries(byTool, tool)),
    entries: Object.freeze([
      ...values
        .filter(({ stated }) => readField(stated) !== undefined)
        .map((entry) => describeEntry('setting', entry, place)),
      ...minimums.map((entry) => describeEntry('minimum-confidence', entry, place)),
      ...off.map((entry) => describeEntry('disabled', entry, place)),
    ]),
    subjects: Object.freeze(
      [...new Set([...byTool.values(), ...levels.values(), ...disabled.values()].flat())].map(
        ({ tool, owner, note }) => ({ tool, place: note.entry, ...(owner === undefined ? {} : { owner }) }),
      ),
    ),
  } satisfies OrganisationView);
}

/** Entries that name a tool. Others are about nothing, and are told as problems. */
function listEntries(document: JsonObject, section: Section, place: string): readonly Entry[] {
  const list = document[section] ?? [];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: JsonValue, index): readonly Entry[] => {
    const stated = isJsonObject(entry) ? entry : {};
    const { reason, contact } = stated;
    const note = {
      entry: `${place} /${section}/${index}`,
      ...(typeof reason === 'string' && reason.trim() !== '' ? { reason } : {}),
      ...(typeof contact === 'string' && contact.trim() !== '' ? { contact } : {}),
    };
    return readNames(entry).map((name) => {
      const { tool, owner } = readSubject(name, stated);
      return { tool, note, stated, ...(owner === undefined ? {} : { owner }) };
    });
  });
}

/** An entry for people. */
function describeEntry(kind: OrganisationEntry['kind'], entry: Entry, place: string): OrganisationEntry {
  const { tool, owner = null, stated, note } = entry;
  const isSetting = kind === 'setting';
  return Object.freeze({
    kind,
    tool,
    owner,
    field: isSetting ? (readField(stated) ?? null) : null,
    isLocked: !isSetting || isLock(stated),
    level: kind === 'minimum-confidence' ? readLevel(entry).level : null,
    reason: note.reason ?? null,
    contact: note.contact ?? null,
    pointer: note.entry.slice(place.length + 1),
  });
}

/** As it is called everywhere else: owner#name. What no owner can be called is every owner. */
function readSubject(name: string, { owner }: JsonObject): { readonly tool: string; readonly owner?: string } {
  const mark = name.lastIndexOf('#');
  const stated = owner === undefined && mark > 0 ? name.slice(0, mark) : owner;
  const whose = typeof stated === 'string' ? stated.trim() : '';
  const tool = name.slice(mark + 1).trim();
  return whose === '' || whose.length > MAX_OWNER_CHARACTERS ? { tool } : { tool, owner: whose };
}

/** The setting that an entry is about; undefined where it names none. */
function readField({ field }: JsonObject): string | undefined {
  return typeof field === 'string' && field.trim() !== '' ? field.trim() : undefined;
}

/** The tools that an entry names, whatever it is: an object, a mere text, a list of those. */
function readNames(entry: JsonValue): readonly string[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [entry.trim()];
  if (Array.isArray(entry)) return entry.flatMap(readNames);
  return isJsonObject(entry) && entry.tool !== undefined ? readNames(entry.tool) : [];
}

function indexEntries(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const byTool = new Map<string, Entry[]>();
  for (const entry of entries) {
    const known = byTool.get(entry.tool);
    if (known === undefined) byTool.set(entry.tool, [entry]);
    else known.push(entry);
  }
  return byTool;
}

/** A tool is meant under any of its names: another one that the operator gives it frees it of nothing. */
function findEntries(
  byTool: ReadonlyMap<string, readonly Entry[]>,
  { name, ownName, owner, aliases = [], relatedNames = [], formerOwners = [] }: OrganisationSubject,
): readonly Entry[] {
  if (byTool.size === 0) return [];
  const names = new Set([name, ownName, ...aliases, ...relatedNames]);
  return [...names].flatMap((one) =>
    (byTool.get(one) ?? []).filter((entry) => [undefined, owner, ...formerOwners].includes(entry.owner)),
  );
}

function readLevel({ stated, note }: Entry): OrganisationLevel {
  return { ...note, level: isConfidenceLevel(stated.level) ? stated.level : 'HIGH' };
}

function readValues(entries: readonly Entry[]): readonly OrganisationValue[] {
  const locked = new Map<string, OrganisationValue>();
  const defaults = new Map<string, OrganisationValue>();
  for (const { stated, note } of entries) {
    const { value } = stated;
    const field = readField(stated);
    if (field === undefined) continue;
    const isLocked = isLock(stated);
    const kind = isLocked ? locked : defaults;
    if (!kind.has(field)) kind.set(field, { ...note, field, isLocked, ...(value === undefined ? {} : { value }) });
  }
  return [...locked.values(), ...defaults.values()];
}

function isLock({ allowUserOverride }: JsonObject): boolean {
  return allowUserOverride !== true;
}

function findProblems(document: JsonObject, place: string): OrganisationProblem[] {
  const { errors } = findErrors(document);
  return errors.slice(0, MAX_PROBLEMS).map((error) => explain(error, place, document));
}

function explain(
  { instancePath, keyword, params, message }: ValidationError,
  place: string,
  document: JsonObject,
): OrganisationProblem {
  const at = (pointer: string, text: string): OrganisationProblem => ({ place: `${place} ${pointer}`, message: text });
  const what = sayWhatCounts(instancePath, document);
  switch (keyword) {
    case 'required': {
      const name = String(params.missingProperty);
      return at(`${instancePath}/${name}`, `It is missing. ${sayWhatCounts(`${instancePath}/${name}`, document)}`);
    }
    case 'additionalProperties': {
      const name = String(params.additionalProperty).slice(0, 100);
      return at(`${instancePath}/${escapePointer(name)}`, 'There is no such field here. It counts for nothing.');
    }
    case 'type':
      return at(instancePath, `It has to be of type ${String(params.type)}. ${what}`);
    case 'enum':
      return at(instancePath, `It has to be one of ${JSON.stringify(params.allowedValues).slice(1, -1)}. ${what}`);
    case 'pattern':
      return at(instancePath, `It is blank. ${what}`);
    default:
      return at(instancePath, `It ${message ?? 'has a wrong value'}. ${what}`);
  }
}

/** What a wrong or absent field is taken for. */
function sayWhatCounts(pointer: string, document: JsonObject): string {
  const [, section, index, field] = pointer.split('/');
  const list = document[section ?? ''];
  const entry = Array.isArray(list) ? (list as readonly JsonValue[])[Number(index)] : undefined;
  const names = entry === undefined ? [] : readNames(entry);
  if (entry === undefined || names.length === 0) return 'The entry names no tool, so it counts for nothing.';
  switch (field) {
    case undefined:
    case 'tool':
      return `It is taken for an entry about ${names.map((name) => JSON.stringify(name)).join(', ')}. ${sayEffect(section, entry)}`;
    case 'allowUserOverride':
      return 'The setting is locked.';
    case 'level':
      return 'HIGH counts.';
    case 'value':
      return 'The setting is locked to nothing, and the tool counts as not configured.';
    case 'owner':
      return sayOwner(names, entry);
    case 'field':
      return sayEffect(section, entry);
    default:
      return 'It is left out.';
  }
}

function sayOwner(names: readonly string[], entry: JsonValue): string {
  const stated = isJsonObject(entry) ? entry : {};
  const owners = new Set(names.map((name) => readSubject(name, stated).owner));
  if (owners.has(undefined)) return 'The entry counts for every owner.';
  return `The entry counts for ${[...owners].join(', ')} alone.`;
}

function sayEffect(section: string | undefined, entry: JsonValue): string {
  const stated = isJsonObject(entry) ? entry : {};
  if (section === 'minimumConfidence') return `${isConfidenceLevel(stated.level) ? stated.level : 'HIGH'} counts.`;
  if (section !== 'settings') return 'The tool is off.';
  if (readField(stated) !== undefined) return 'The entry counts.';
  return isLock(stated)
    ? 'Nobody can tell which setting is locked, so the tool is off.'
    : 'The entry counts for nothing.';
}
