import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { ConvertedTool } from '../contract/model-adapter.js';
import type { Assignment } from '../store/records.js';
import { convertDefinition, explainRefusal, type ModelTarget } from './convert-offered.js';
import { type Candidate, hasMovedIn } from './gates.js';
import type { OfferInput } from './offer-input.js';
import { resolveToolSettings, type ToolSettings } from './resolve-tool-settings.js';
import { describeUnlisted, reviveListed } from './unlisted-tool.js';
import { viewForAssignment } from './view-for-assignment.js';
import { reportSlips } from './visibility.js';

/** A tool of the loadout, or one that the turn selects without that, with all that is known of it. */
export interface Judged {
  readonly candidate: Candidate;
  readonly name: string;
  readonly label: string;
  /** Absent where its settings were not looked at: it is not there, or would be given those of another owner's. */
  readonly settings: ToolSettings | undefined;
  readonly conversion: ConvertedTool | undefined;
}

/** What is assigned in its order, and then what the turn selects without that. */
export function listCandidates(input: OfferInput, target: ModelTarget | undefined): readonly Judged[] {
  const { catalogue, assignments } = input;
  // Without a selection the operator's defaults for the component count, and without those all that is assigned.
  const select = input.select ?? input.view.componentDefaults.get(input.component);
  const assignedNames = new Set(assignments.map(({ toolName }) => toolName));
  const toName = (name: string): string => (assignedNames.has(name) ? name : catalogue.canonicalName(name));
  const selected = select === undefined ? undefined : new Set(select.map(toName));
  const seen = new Set<string>();
  const judged: Judged[] = [];
  for (const assignment of assignments) {
    const listed = catalogue.findAssigned(assignment);
    const name = listed?.name ?? assignment.toolName;
    // An alias and its tool, both assigned, are one tool; the assignment of its name counts.
    if (seen.has(name) || (name !== assignment.toolName && assignedNames.has(name))) continue;
    seen.add(name);
    judged.push(judge({ name, listed, assignment, isAssigned: true, selected }, input, target));
  }
  for (const name of input.select === undefined ? [] : (selected ?? [])) {
    const listed = catalogue.tools.get(name);
    if (listed === undefined || seen.has(name)) continue;
    seen.add(name);
    const assignment = assignmentOf(listed);
    judged.push(judge({ name, listed, assignment, isAssigned: false, selected }, input, target));
  }
  return judged;
}

function judge(
  about: Pick<Candidate, 'listed' | 'assignment' | 'isAssigned' | 'selected'> & { readonly name: string },
  input: OfferInput,
  target: ModelTarget | undefined,
): Judged {
  const { name, listed, assignment } = about;
  const { catalogue, bot, component, components, confidence, unreached, formerOwners, operator } = input;
  const checked = listed?.check(input.checker);
  const isInOrder = listed !== undefined && checked !== undefined && !('reason' in checked);
  if (isInOrder) input.definitions.remember(listed, checked);
  if (isInOrder) reportSlips(listed, checked.definition.visibleIn, components);
  const view = viewForAssignment(input.view, assignment, { listed, catalogue });
  // The settings of one owner's tool are nothing for another owner (contract 4.3).
  const isSameOwner = listed !== undefined && (listed.owner === assignment.owner || hasMovedIn(assignment, listed));
  const known = listed === undefined ? input.unlisted.get(assignment.toolName) : undefined;
  const subject = listed ?? describeUnlisted({ assignment, catalogue, known });
  const settled = isSameOwner ? listed : reviveListed({ assignment, catalogue, known, subject });
  const definition = isInOrder ? checked.definition : known?.definition;
  const settings =
    settled === undefined || definition === undefined
      ? undefined
      : resolveToolSettings({ listed: settled, definition, catalogue, assignment, bot, operator, view });
  const conversion =
    isInOrder && target !== undefined ? convertDefinition(name, checked.definition, target) : undefined;
  const candidate: Candidate = {
    ...about,
    bot,
    catalogue,
    checked,
    known,
    subject,
    view,
    companion: () => input.companionOf(assignment.owner),
    formerOwners,
    component,
    components,
    selectedFor: input.select === undefined ? component : undefined,
    canCallTools: input.model?.canCallTools !== false,
    configuration: explainProblems(settings),
    confidence,
    unreached,
    refusal: conversion === undefined || target === undefined ? undefined : explainRefusal(conversion, target),
  };
  return { candidate, name, label: labelOf(assignment, listed, checked, input), settings, conversion };
}

function explainProblems(settings: ToolSettings | undefined): string | undefined {
  return settings === undefined || settings.problems.length === 0
    ? undefined
    : `It is not configured. ${settings.problems.join(' ')}`;
}

/** What an assignment of a tool would be that the bot does not have. */
export function assignmentOf(listed: ListedTool): Assignment {
  return {
    toolName: listed.name,
    owner: listed.owner,
    label: listed.name,
    definitionHash: null,
    settingsOverride: null,
    isBuiltIn: listed.owner === 'builtin',
    position: 0,
    assignedAt: '',
    updatedAt: '',
  };
}

/** The newest label there is: the definition's, the provider's metadata, the one at assignment. */
function labelOf(
  assignment: Assignment,
  listed: ListedTool | undefined,
  checked: FrozenDefinition | { readonly reason: string } | undefined,
  input: OfferInput,
): string {
  const own = checked === undefined || 'reason' in checked ? undefined : checked.definition.label;
  // A provider may know the labels of tools that it does not list at present.
  const slot = listed?.slot ?? input.catalogue.slots.find(({ owner }) => owner === assignment.owner);
  const text = own ?? slot?.metadata.get(listed?.ownName ?? assignment.toolName)?.label;
  return localize(text, input.locale, assignment.label);
}
