import type { Catalogue } from '../catalogue/catalogue.js';
import type { FormerOwners } from '../catalogue/find-renamed-owner.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ModelDescription } from '../contract/model.js';
import type { ConvertedTool, EncodedTools, ModelAdapter } from '../contract/model-adapter.js';
import type { CompanionReport } from '../contract/report.js';
import type { OfferedTool, WithheldCode, WithheldTool } from '../contract/turn.js';
import { CallableTool } from '../execution/callable-tool.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import type { Assignment } from '../store/records.js';
import { checkConfiguration } from './check-configuration.js';
import { convertTool, explainRefusal, type ModelTarget, NOT_ENCODED } from './convert-offered.js';
import { type Candidate, findReasons, hasMovedIn } from './gates.js';
import { joinInstructions } from './join-instructions.js';
import type { OperatorSettings } from './operator-settings.js';
import type { OperatorView } from './operator-view.js';
import { resolveToolSettings, type ToolSettings } from './resolve-tool-settings.js';
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
  /** The tool array as JSON text: the model API's, or MCP's without one. */
  readonly toolsJson: string;
  /** As the model API takes them; none without one. */
  readonly encoded: EncodedTools;
  /** What the offered tools add to the system prompt. */
  readonly instructions: string;
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
  /** All that the embedder has. */
  readonly components: ReadonlySet<string>;
  readonly model: ModelDescription | undefined;
  /** Of the model's API; absent without one. */
  readonly adapter: ModelAdapter | undefined;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
  /** What the conversation requires, where the model provider does not reach it and is not trusted. */
  readonly unreached: ConfidenceLevel | undefined;
  /** Who an owner says that it was formerly. */
  readonly formerOwners: FormerOwners;
  /** The state of the companion behind an owner. */
  readonly companionOf: (owner: string) => CompanionReport | undefined;
}

/** A tool of the loadout, or one that the turn selects without that, with all that is known of it. */
interface Judged {
  readonly candidate: Candidate;
  readonly name: string;
  readonly label: string;
  /** Absent where its settings were not looked at: it is not there, or would be given those of another owner's. */
  readonly settings: ToolSettings | undefined;
  readonly conversion: ConvertedTool | undefined;
}

/**
 * Walks the loadout in its order through the gates. Equal input gives byte-identical text (contract 1.10). Waits only for
 * implementations that judge their settings, and these are asked only of tools that nothing else withholds.
 */
export async function createOffer(input: OfferInput): Promise<Offer> {
  const { view } = input;
  const target = targetOf(input);
  const offered: OfferedTool[] = [];
  const withheld: WithheldTool[] = [];
  const tools = new Map<string, CallableTool>();
  const assigned = new Set<string>();
  const recognisable = new Map<string, string>();
  const movedIn: string[] = [];
  const conversions: ConvertedTool[] = [];

  const judged = await Promise.all(listCandidates(input, target).map(checkSettings));
  for (const { candidate, name, label, settings, conversion } of judged) {
    const { assignment, listed, checked, isAssigned } = candidate;
    if (isAssigned) assigned.add(name);
    const reasons = findReasons(candidate);
    const first = reasons[0];
    if (first !== undefined) {
      withheld.push(Object.freeze({ name, owner: listed?.owner ?? assignment.owner, label, ...first, reasons }));
      if (reasons.every(({ code }) => meansUnlisted.has(code))) recognisable.set(name, assignment.owner);
    }
    // The gates let nothing pass that is not listed, or not in order.
    if (listed === undefined || checked === undefined || 'reason' in checked) continue;
    if (isAssigned && hasMovedIn(assignment, listed)) movedIn.push(assignment.toolName);
    if (first !== undefined || settings === undefined) continue;
    const approval = candidate.view.approval({ owner: listed.owner, toolName: listed.ownName });
    const { config, secrets } = settings;
    const tool = new CallableTool(listed, checked, { label, approval, config, secrets });
    tools.set(name, tool);
    offered.push(describeTool(tool));
    if (conversion !== undefined) conversions.push(conversion);
  }
  const encoded = target === undefined ? NOT_ENCODED : target.adapter.encodeTools(conversions, target.model);
  return {
    offered: Object.freeze(offered),
    withheld: Object.freeze(withheld),
    tools,
    assigned,
    recognisable,
    movedIn,
    toolsJson: target === undefined ? encodeTools(offered) : JSON.stringify(encoded.wire),
    encoded,
    instructions: joinInstructions(tools.values(), view),
  };

  /** The last word on settings has the implementation. */
  async function checkSettings(one: Judged): Promise<Judged> {
    const { candidate, settings } = one;
    const { listed, checked } = candidate;
    if (listed === undefined || checked === undefined || 'reason' in checked || settings === undefined) return one;
    if (findReasons(candidate).length > 0) return one;
    const verdict = await checkConfiguration({ listed, definition: checked.definition, ...settings });
    return verdict === undefined ? one : { ...one, candidate: { ...candidate, configuration: verdict.reason } };
  }
}

/** What is assigned in its order, and then what the turn selects without that. */
function listCandidates(input: OfferInput, target: ModelTarget | undefined): readonly Judged[] {
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
  const view = viewForAssignment(input.view, assignment, { listed, catalogue });
  // The settings of one owner's tool are nothing for another owner (contract 4.3).
  const isSameOwner = listed !== undefined && (listed.owner === assignment.owner || hasMovedIn(assignment, listed));
  const settings =
    isInOrder && isSameOwner
      ? resolveToolSettings({ listed, definition: checked.definition, catalogue, assignment, bot, operator, view })
      : undefined;
  const conversion = isInOrder && target !== undefined ? convert(name, checked, target) : undefined;
  const candidate: Candidate = {
    ...about,
    bot,
    catalogue,
    checked,
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

function targetOf({ adapter, model }: OfferInput): ModelTarget | undefined {
  return adapter === undefined || model === undefined ? undefined : { adapter, model };
}

function convert(name: string, { definition }: FrozenDefinition, target: ModelTarget): ConvertedTool {
  const { description, schema } = definition;
  return convertTool(definition, { name, description, schema }, target);
}

/** What an assignment of a tool would be that the bot does not have. */
function assignmentOf(listed: ListedTool): Assignment {
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
