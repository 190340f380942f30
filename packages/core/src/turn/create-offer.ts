import type { Catalogue } from '../catalogue/catalogue.js';
import type { FormerOwners } from '../catalogue/find-renamed-owner.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { CompanionReport } from '../contract/report.js';
import type { OfferedTool, WithheldCode, WithheldTool } from '../contract/turn.js';
import { CallableTool } from '../execution/callable-tool.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Assignment } from '../store/records.js';
import { findReasons, hasMovedIn } from './gates.js';
import type { OperatorSettings } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';
import { resolveToolSettings } from './resolve-tool-settings.js';
import { viewForAssignment } from './view-for-assignment.js';

/** What a turn offers, worked out once for all turns with equal input. */
export interface Offer {
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
  readonly tools: ReadonlyMap<string, CallableTool>;
  readonly assigned: ReadonlySet<string>;
  /** Assigned names that are withheld only because nobody lists them, with the owner that may still answer for them. */
  readonly recognisable: ReadonlyMap<string, string>;
  /** Names of assignments whose tools have become built-ins: they have moved by themselves. */
  readonly movedIn: readonly string[];
  /** The tool array as JSON text. */
  readonly toolsJson: string;
}

/** All that an offer depends on. */
export interface OfferInput {
  /** The bot's id. */
  readonly bot: string;
  readonly catalogue: Catalogue;
  readonly assignments: readonly Assignment[];
  readonly select: readonly string[] | undefined;
  readonly locale: string;
  readonly checker: SchemaChecker;
  readonly operator: OperatorSettings;
  readonly view: OperatorView;
  readonly component: string;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
  /** Who an owner says that it was formerly. */
  readonly formerOwners: FormerOwners;
  /** The state of the companion behind an owner. */
  readonly companionOf: (owner: string) => CompanionReport | undefined;
}

/** Walks the loadout in its order through the gates. Equal input gives byte-identical text (contract 1.10). */
export function createOffer(input: OfferInput): Offer {
  const { catalogue, assignments, checker, bot, operator, confidence, formerOwners } = input;
  // Without a selection the operator's defaults for the component count, and without those all that is assigned.
  const select = input.select ?? input.view.componentDefaults.get(input.component);
  const selectedFor = input.select === undefined ? input.component : undefined;
  const assignedNames = new Set(assignments.map(({ toolName }) => toolName));
  const toName = (name: string): string => (assignedNames.has(name) ? name : catalogue.canonicalName(name));
  const selected = select === undefined ? undefined : new Set(select.map(toName));
  const offered: OfferedTool[] = [];
  const withheld: WithheldTool[] = [];
  const tools = new Map<string, CallableTool>();
  const assigned = new Set<string>();
  const recognisable = new Map<string, string>();
  const movedIn: string[] = [];

  for (const assignment of assignments) {
    const listed = catalogue.findAssigned(assignment);
    const name = listed?.name ?? assignment.toolName;
    // An alias and its tool, both assigned, are one tool; the assignment of its name counts.
    if (assigned.has(name) || (name !== assignment.toolName && assignedNames.has(name))) continue;
    assigned.add(name);
    const checked = listed?.check(checker);
    const view = viewForAssignment(input.view, assignment, { listed, catalogue });
    const label = labelOf(assignment, listed, checked, input);
    const companion = (): CompanionReport | undefined => input.companionOf(assignment.owner);
    const about = { assignment, catalogue, listed, checked, view, companion, formerOwners };
    const reasons = findReasons({ ...about, selected, selectedFor, confidence });
    const first = reasons[0];
    if (first !== undefined) {
      withheld.push(Object.freeze({ name, owner: listed?.owner ?? assignment.owner, label, ...first, reasons }));
      if (reasons.every(({ code }) => meansUnlisted.has(code))) recognisable.set(name, assignment.owner);
    }
    // The gates let nothing pass that is not listed, or not in order.
    if (listed === undefined || checked === undefined || 'reason' in checked) continue;
    if (hasMovedIn(assignment, listed)) movedIn.push(assignment.toolName);
    if (first !== undefined) continue;
    const { definition } = checked;
    const settings = resolveToolSettings({ listed, definition, catalogue, assignment, bot, operator, view });
    const approval = view.approval({ owner: listed.owner, toolName: listed.ownName });
    const tool = new CallableTool(listed, checked, { label, approval, ...settings });
    tools.set(name, tool);
    offered.push(describeTool(tool));
  }
  return {
    offered: Object.freeze(offered),
    withheld: Object.freeze(withheld),
    tools,
    assigned,
    recognisable,
    movedIn,
    toolsJson: encodeTools(offered),
  };
}

const meansUnlisted: ReadonlySet<WithheldCode> = new Set<WithheldCode>(['absent', 'companion-failed']);

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

const described = new WeakMap<object, Map<string, OfferedTool>>();

/** The same object for the same definition under the same name, so that others can keep by it what they make of it. */
function describeTool(tool: CallableTool): OfferedTool {
  // The definition is one owner's; neither a name nor a mode of approval has line breaks.
  const key = `${tool.name}\n${tool.policy.approval}\n${tool.label}`;
  let known = described.get(tool.definition);
  if (known === undefined) {
    known = new Map();
    described.set(tool.definition, known);
  }
  let offered = known.get(key);
  if (offered === undefined) {
    offered = createOffered(tool);
    known.set(key, offered);
  }
  return offered;
}

function createOffered(tool: CallableTool): OfferedTool {
  return Object.freeze({
    name: tool.name,
    description: tool.definition.description,
    schema: tool.definition.schema,
    owner: tool.listed.owner,
    label: tool.label,
    policy: tool.policy,
    get definitionHash() {
      return tool.hash;
    },
  });
}

function encodeTools(offered: readonly OfferedTool[]): string {
  return JSON.stringify(offered.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })));
}
