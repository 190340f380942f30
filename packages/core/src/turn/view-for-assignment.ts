import type { Catalogue } from '../catalogue/catalogue.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import type { ToolSubject } from '../contract/tool-subject.js';
import type { OrganisationSubject, OrganisationView } from '../settings/organisation-view.js';
import type { Assignment } from '../store/records.js';
import { hasMovedIn } from './gates.js';
import type { OperatorView } from './operator-view.js';
import { collectSettings, decideApproval, decideMinimum } from './tool-names.js';

/**
 * What the operator decided and set, as it counts for an assigned tool. Of a tool that has become a built-in, and until
 * that is written down, what was said of its former owner's counts where nothing was said of the built-in: nobody is
 * offered without approval what was to be asked for.
 */
export function viewForAssignment(
  view: OperatorView,
  assignment: Assignment,
  { listed, catalogue }: { readonly listed: ListedTool | undefined; readonly catalogue: Catalogue },
): OperatorView {
  if (listed === undefined || !hasMovedIn(assignment, listed)) return view;
  const { owner, toolName } = assignment;
  const former = { owner, toolName: catalogue.ownName(owner, toolName) };
  const aliases = [listed.ownName, ...listed.aliases];
  const before: OrganisationSubject = { owner, name: toolName, ownName: former.toolName, aliases };
  // Asked for each of its names, and answered once.
  const isItself = (tool: ToolSubject): boolean => tool.toolName === listed.ownName;
  return {
    ...view,
    organisation: organisationForBoth(view.organisation, former),
    minimumConfidence: (tool) =>
      view.minimumConfidence(tool) ?? (isItself(tool) ? decideMinimum(view, before, catalogue) : undefined),
    approval: (tool) => view.approval(tool) ?? (isItself(tool) ? decideApproval(view, before, catalogue) : undefined),
    settings(tool) {
      const own = view.settings(tool);
      const formerly = isItself(tool) ? collectSettings(view, before, catalogue) : undefined;
      return formerly === undefined ? own : { ...formerly, ...own };
    },
  };
}

/** What is said of the former owner's tool is said of its successor. */
function organisationForBoth(organisation: OrganisationView, former: ToolSubject): OrganisationView {
  const both = (tool: OrganisationSubject): OrganisationSubject => ({
    name: tool.name,
    ownName: tool.ownName,
    owner: tool.owner,
    aliases: [...(tool.aliases ?? []), former.toolName],
    relatedNames: tool.relatedNames ?? [],
    formerOwners: [...(tool.formerOwners ?? []), former.owner],
  });
  return {
    ...organisation,
    disabled: (tool) => organisation.disabled(both(tool)),
    minimumConfidence: (tool) => organisation.minimumConfidence(both(tool)),
    settings: (tool) => organisation.settings(both(tool)),
  };
}
