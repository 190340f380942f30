import type { ConfidenceLevel } from '../contract/confidence.js';
import type { OrganisationEntry } from '../contract/host-description.js';
import type { JsonValue } from '../contract/json.js';

/** A tool by all the names that an entry of the organisation may have for it. A listed tool is one. */
export interface OrganisationSubject {
  /** As bots have it. */
  readonly name: string;
  /** As its owner calls it. */
  readonly ownName: string;
  readonly owner: string;
  readonly aliases?: readonly string[];
  /** All names that its owner ever stated for it, present ones among them. */
  readonly relatedNames?: Iterable<string>;
  /** Who its owner was before: what is said of one of them is said of it. */
  readonly formerOwners?: readonly string[];
}

/** Why it is so, and whom to ask, as an entry says it. */
export interface OrganisationNote {
  /** Where the entry stands. */
  readonly entry?: string;
  readonly reason?: string;
  readonly contact?: string;
}

/** A value that the organisation gives to a setting. */
export interface OrganisationValue extends OrganisationNote {
  readonly field: string;
  /** Absent: the entry has none that can be read, and locks the setting to nothing. */
  readonly value?: JsonValue;
  readonly isLocked: boolean;
}

/** A level below which no model provider sees a tool. */
export interface OrganisationLevel extends OrganisationNote {
  readonly level: ConfidenceLevel;
}

/** Something that is wrong with the organisation's file. */
export interface OrganisationProblem {
  /** File, line and column, or JSON pointer. */
  readonly place: string;
  readonly message: string;
  /** Where it is not for whoever manages the file to correct. */
  readonly remedy?: string;
}

/** What the organisation has decided, as it is now. Frozen; the same object while nothing of it changed. */
export interface OrganisationView {
  /** The path of the file, or what stands for it; null where there is no organisation. */
  readonly place: string | null;
  readonly problems: readonly OrganisationProblem[];
  /** Why nobody knows what it decides; undefined where somebody does. */
  readonly unreadable: OrganisationProblem | undefined;
  /** Set where the organisation does not want the tool at all; the sentence is for the operator. */
  disabled(tool: OrganisationSubject): (OrganisationNote & { readonly sentence: string }) | undefined;
  /** The least confidence that it wants; HIGH where its entry cannot be read (contract 5.5). */
  minimumConfidence(tool: OrganisationSubject): OrganisationLevel | undefined;
  /** Of each field the first entry of each kind; locked ones first. */
  settings(tool: OrganisationSubject): readonly OrganisationValue[];
  /** Everything that an entry says, entry by entry, but the values. */
  readonly entries: readonly OrganisationEntry[];
  /** Every tool that an entry names, for whoever looks for entries that are about nothing. */
  readonly subjects: readonly { readonly tool: string; readonly owner?: string; readonly place: string }[];
}

const nothing: readonly never[] = Object.freeze([]);

/** Where nobody decides above operators. */
export const NO_ORGANISATION: OrganisationView = Object.freeze({
  place: null,
  problems: nothing,
  unreadable: undefined,
  disabled: () => undefined,
  minimumConfidence: () => undefined,
  settings: () => nothing,
  entries: nothing,
  subjects: nothing,
});

/** A file that could never be read decides that there are no tools: nobody knows what it forbids. */
export function createUnreadableOrganisation(place: string, problem: OrganisationProblem): OrganisationView {
  const sentence = `What the organisation has decided cannot be read, so there are no tools. ${problem.place}: ${problem.message}`;
  return Object.freeze({
    ...NO_ORGANISATION,
    place,
    problems: Object.freeze([problem]),
    unreadable: problem,
    disabled: () => ({ sentence }),
  });
}

/** ` Reason: … Ask …`, as the rest of a paragraph; empty where an entry says nothing. */
export function describeNote({ reason, contact }: OrganisationNote): string {
  const why = reason === undefined ? '' : ` Reason: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
  return contact === undefined ? why : `${why} Ask: ${contact}`;
}
