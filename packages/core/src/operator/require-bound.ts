import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { reachesConfidence } from '../contract/confidence.js';
import {
  describeNote,
  type OrganisationNote,
  type OrganisationSubject,
  type OrganisationView,
} from '../settings/organisation-view.js';
import type { OperatorView } from '../turn/operator-view.js';
import { lockedSetting, requireReadable } from './check-locks.js';

/*
 * What the organisation says of an owner's tool it says of that owner alone. An operator who takes another owner for it
 * would free bots' tools of that; whoever states that it was formerly that owner is bound by it anyway.
 */

/** What is lost where another owner takes a tool over. */
export interface LostEntry {
  readonly note: OrganisationNote;
  /** The rest of a sentence about the tool. */
  readonly effect: string;
}

/** The first thing that counts for a tool of `from` and not for its successor. */
export function findLostEntry(
  { organisation }: OperatorView,
  { catalogue, formerOwners }: { readonly catalogue: Catalogue; readonly formerOwners: readonly string[] },
  from: string,
  to: ListedTool,
): LostEntry | undefined {
  const former: OrganisationSubject = {
    name: to.name,
    ownName: to.ownName,
    owner: from,
    aliases: [...to.aliases, to.name, catalogue.ownName(from, to.name)],
    formerOwners,
  };
  return findLost(organisation, former, to);
}

function findLost(
  organisation: OrganisationView,
  former: OrganisationSubject,
  to: OrganisationSubject,
): LostEntry | undefined {
  const disabled = organisation.disabled(former);
  if (disabled !== undefined && organisation.disabled(to) === undefined)
    return { note: disabled, effect: 'is switched off' };
  const before = organisation.minimumConfidence(former);
  const level = organisation.minimumConfidence(to)?.level ?? 'NONE';
  if (before !== undefined && !reachesConfidence(level, before.level))
    return { note: before, effect: `needs a model provider of confidence ${before.level}` };
  const locked = organisation.settings(to).filter(({ isLocked }) => isLocked);
  const lost = organisation
    .settings(former)
    .find(({ isLocked, field }) => isLocked && locked.every((one) => one.field !== field));
  return lost && { note: lost, effect: `has "${lost.field}" locked` };
}

/** Throws `SETTING_LOCKED` where a tool would be free of what the organisation says of it, with the entry and whom to ask. */
export function requireBound(
  view: OperatorView,
  around: { readonly catalogue: Catalogue; readonly formerOwners: readonly string[] },
  from: string,
  to: ListedTool,
): void {
  const details = { tool: to.name, owner: from, newOwner: to.owner };
  requireReadable(view, details);
  const lost = findLostEntry(view, around, from, to);
  if (lost === undefined) return;
  const { note, effect } = lost;
  throw lockedSetting(
    `By the organisation's file "${to.name}" of ${from} ${effect} (${note.entry}), and ${to.owner} would be free of that. ` +
      `Let the entry name ${to.owner} as well, or no owner, then accept it.${describeNote(note)}`,
    details,
    note,
  );
}
