import type { Catalogue } from '../catalogue/catalogue.js';
import { ListedTool } from '../catalogue/listed-tool.js';
import { DEFAULT_POLICY } from '../contract/policy.js';
import { NOT_LISTED, type RecognisableTool } from '../execution/recognisable-tool.js';
import type { OrganisationSubject } from '../settings/organisation-view.js';
import type { Assignment } from '../store/records.js';
import type { KnownDefinition } from './known-definitions.js';
import type { OperatorView } from './operator-view.js';
import type { ToolSettings } from './resolve-tool-settings.js';
import { decideApproval, nameAssigned } from './tool-names.js';

/*
 * A tool that a bot has and nobody lists may still be run by its provider (contract 1.8). What was decided of it counts
 * under each name that it is known by: leaving it out of a list, or calling it by an old name, frees it of nothing.
 */

/** An assignment that nobody lists a tool for, and what is known of that tool. */
export interface UnlistedTool {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  readonly known: KnownDefinition | undefined;
}

/** The same with all names of the tool, which are looked up once. */
export interface NamedUnlistedTool extends UnlistedTool {
  readonly subject: OrganisationSubject;
}

/** What the owner calls the tool, as far as that can be told from the name that the bot has. */
export function ownNameOf({ toolName, owner }: Assignment, catalogue: Catalogue): string {
  const canonical = catalogue.canonicalName(toolName);
  return catalogue.ownName(owner, catalogue.mayRecognise(owner, canonical) ? canonical : toolName);
}

/** The tool by all the names that it is known by. */
export function describeUnlisted({ assignment, catalogue, known }: UnlistedTool): OrganisationSubject {
  const named = nameAssigned(catalogue, assignment);
  const last = known === undefined ? [] : [known.definition.name, ...(known.definition.aliases ?? [])];
  const ownName = named.state === 'unknown' ? (last[0] ?? named.ownName) : named.ownName;
  const aliases = [...last, ...named.aliases, ownNameOf(assignment, catalogue), named.ownName, named.name];
  return { ...named, name: assignment.toolName, ownName, aliases };
}

/** The tool as it was listed last, for whoever resolves its settings; undefined where that is not known. */
export function reviveListed({ assignment, catalogue, known, subject }: NamedUnlistedTool): ListedTool | undefined {
  const slot = catalogue.slots.find(({ owner }) => owner === assignment.owner);
  if (known === undefined || slot === undefined) return undefined;
  const { ownName, aliases = [] } = subject;
  // A bot may have it under an older name; what is set for it is set under that which it had.
  const isAlias = known.definition.aliases?.includes(assignment.toolName) === true;
  const name = isAlias && catalogue.mayRecognise(slot.owner, ownName) ? ownName : assignment.toolName;
  return new ListedTool(name, ownName, slot, [...aliases, assignment.toolName], known.definition);
}

/** What a call has to know of it, with the policy that was last known, and what the operator decided of approval. */
export function createRecognisable(
  unlisted: NamedUnlistedTool & { readonly view: OperatorView },
  label: string,
  settings: ToolSettings | undefined,
): RecognisableTool {
  const { assignment, catalogue, known, subject, view } = unlisted;
  const policy = known?.definition.policy ?? DEFAULT_POLICY;
  const approval = decideApproval(view, subject, catalogue) ?? policy.approval;
  return {
    name: assignment.toolName,
    owner: assignment.owner,
    label,
    hash: known?.hash ?? NOT_LISTED,
    policy: approval === policy.approval ? policy : Object.freeze({ ...policy, approval }),
    sensitiveArguments: known?.definition.sensitiveArguments ?? [],
    secrets: settings?.secrets ?? [],
    ...(settings === undefined ? {} : { config: settings.config }),
  };
}
