/*
 * The list in which an operator switches tools on and off: all of the catalogue and all of the bot, each tool as one row.
 * Catalogues of thousands are looked at in slices. What depends on a definition alone is kept by the definition, so that
 * only the first look at a catalogue is long.
 */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { FormerOwners } from '../catalogue/find-renamed-owner.js';
import type { FrozenDefinition } from '../catalogue/freeze-definition.js';
import type { ListedTool } from '../catalogue/listed-tool.js';
import { localize } from '../catalogue/localized-text.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ConfidenceLevel } from '../contract/confidence.js';
import type { ModelDescription } from '../contract/model.js';
import type { ModelAdapter } from '../contract/model-adapter.js';
import type { LackingSetting, ToolCounts, ToolRow } from '../contract/tool-row.js';
import type { WithheldReason } from '../contract/turn.js';
import type { BotTools } from '../host-interface.js';
import type { SchemaChecker } from '../schema/check-schema.js';
import { parseSettingsSchema } from '../settings/settings-schema.js';
import type { Assignment } from '../store/records.js';
import { convertDefinition, explainRefusal, type ModelTarget } from '../turn/convert-offered.js';
import { type Candidate, findReasons } from '../turn/gates.js';
import { assignmentOf } from '../turn/list-candidates.js';
import type { BotOffer } from '../turn/offer-cache.js';
import type { OperatorView } from '../turn/operator-view.js';
import { decideApproval } from '../turn/tool-names.js';
import { estimateTokens } from './estimate-tokens.js';
import { createPace } from './make-change.js';

/** What rows are made of. */
export interface ToolRowsInput {
  readonly found: BotOffer;
  readonly catalogue: Catalogue;
  readonly view: OperatorView;
  readonly checker: SchemaChecker;
  readonly locale: string;
  readonly component: string;
  readonly components: ReadonlySet<string>;
  /** Of the model provider; absent where nobody asks for it. */
  readonly confidence: ConfidenceLevel | undefined;
  readonly model: ModelDescription | undefined;
  readonly adapter: ModelAdapter | undefined;
  readonly formerOwners: FormerOwners;
  /** When owners that are not there listed their tools last, by their names. */
  readonly listedBefore: ReadonlyMap<string, string>;
}

/** All tools of a bot and for a bot, see `Host.listTools`. */
export async function listToolRows(input: ToolRowsInput): Promise<BotTools> {
  const pace = createPace();
  const own = describeOwn(input);
  const names = new Set(own.map(({ name }) => name));
  const target = targetOf(input);
  const select = input.view.componentDefaults.get(input.component);
  const selected = select && new Set(select.map((name) => input.catalogue.canonicalName(name)));
  const others: ToolRow[] = [];
  for (const listed of inOrder(input.catalogue)) {
    const turn = pace();
    if (turn !== undefined) await turn;
    const checked = names.has(listed.name) ? undefined : listed.check(input.checker);
    if (checked === undefined || 'reason' in checked) continue;
    others.push(describeOther({ listed, checked }, { input, target, selected }));
  }
  const rows = [...own, ...others];
  const tokens = own.reduce((sum, row) => sum + (row.state === 'offered' ? row.tokens : 0), 0);
  return Object.freeze({
    bot: input.found.bot,
    counts: Object.freeze({ ...countOwn(own), all: rows.length }),
    tokens,
    rows: Object.freeze(rows),
  });
}

/** The rows of the tools that the bot has, in the order of its loadout. */
export function describeOwn(input: ToolRowsInput): readonly ToolRow[] {
  const { found, catalogue } = input;
  const offered = new Map(found.offer.offered.map((tool) => [tool.name, tool]));
  const withheld = new Map(found.offer.withheld.map((tool) => [tool.name, tool]));
  const assigned = new Set(found.assignments.map(({ toolName }) => toolName));
  const target = targetOf(input);
  const seen = new Set<string>();
  const rows: ToolRow[] = [];
  for (const assignment of found.assignments) {
    const listed = catalogue.findAssigned(assignment);
    const name = listed?.name ?? assignment.toolName;
    // An alias and its tool, both assigned, are one tool, as in offers.
    if (seen.has(name) || (name !== assignment.toolName && assigned.has(name))) continue;
    seen.add(name);
    const found = offered.get(name) ?? withheld.get(name);
    if (found === undefined) continue;
    const reasons = withheld.get(name)?.reasons ?? [];
    rows.push(
      describeAssigned({ name, label: found.label, owner: found.owner, reasons, assignment, listed }, input, target),
    );
  }
  return rows;
}

/** Counts of the tools that a bot has; `all` counts those alone. */
export function countOwn(own: readonly ToolRow[]): ToolCounts {
  const offered = own.filter(({ state }) => state === 'offered').length;
  const absent = own.filter(({ isAbsent }) => isAbsent).length;
  return { all: own.length, on: own.length, offered, withheld: own.length - offered, absent };
}

/** By owner, in the order of precedence, and then by name. */
function inOrder({ tools, slots }: Catalogue): readonly ListedTool[] {
  const places = new Map(slots.map(({ owner }, index) => [owner, index]));
  const placeOf = ({ owner }: ListedTool): number => places.get(owner) ?? slots.length;
  return [...tools.values()].sort((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1));
}

function targetOf({ adapter, model }: ToolRowsInput): ModelTarget | undefined {
  return adapter === undefined || model === undefined ? undefined : { adapter, model };
}

/** A tool of the bot, and what became of it. */
interface OwnTool {
  readonly name: string;
  readonly label: string;
  readonly owner: string;
  readonly reasons: readonly WithheldReason[];
  readonly assignment: Assignment;
  readonly listed: ListedTool | undefined;
}

function describeAssigned(own: OwnTool, input: ToolRowsInput, target: ModelTarget | undefined): ToolRow {
  const { name, label, owner, reasons, assignment, listed } = own;
  const { offer } = input.found;
  const checked = listed?.check(input.checker);
  const definition = checked === undefined || 'reason' in checked ? undefined : checked.definition;
  const slot = listed?.slot ?? input.catalogue.slots.find((one) => one.owner === owner);
  const metadata = slot?.metadata.get(listed?.ownName ?? assignment.toolName);
  const sent = target && definition && (offer.converted.get(name) ?? convertDefinition(name, definition, target));
  const policy = offer.tools.get(name)?.policy ?? definition?.policy;
  const approval =
    offer.tools.has(name) || listed === undefined ? undefined : decideApproval(input.view, listed, input.catalogue);
  const [first] = reasons;
  return Object.freeze({
    name,
    label,
    summary: localize(definition?.summary ?? metadata?.summary, input.locale, ''),
    owner,
    ...describeOrigin(owner, slot, input),
    isAbsent: reasons.some(({ code }) => code === 'absent' || code === 'companion-failed'),
    isAssigned: true,
    position: assignment.position,
    hasOverride: assignment.settingsOverride !== null,
    state: first === undefined ? 'offered' : 'withheld',
    code: first?.code ?? null,
    reason: first?.reason ?? null,
    reasons,
    missingSettings: nameSettings(offer.lacking.get(name), definition, input.locale),
    isChanged: isChanged(assignment, checked, owner),
    changesData: policy?.readOnly !== true,
    destroysData: policy?.readOnly !== true && policy?.destructive === true,
    needsApproval: (approval ?? policy?.approval) === 'ask',
    tokens: definition === undefined ? 0 : estimateTokens(name, definition, sent),
    icon: definition?.icon ?? metadata?.icon ?? null,
  } satisfies ToolRow);
}

/** As what tools are looked at that the bot does not have. */
interface OthersInput {
  readonly input: ToolRowsInput;
  readonly target: ModelTarget | undefined;
  /** By the operator's defaults for the component; absent where there are none. */
  readonly selected: ReadonlySet<string> | undefined;
}

/** A tool in order that the bot does not have. */
interface OtherTool {
  readonly listed: ListedTool;
  readonly checked: FrozenDefinition;
}

function describeOther(tool: OtherTool, others: OthersInput): ToolRow {
  const { listed } = tool;
  const { input, target } = others;
  const { name, owner, slot } = listed;
  const { definition } = tool.checked;
  const metadata = slot.metadata.get(listed.ownName);
  const sent = target && convertDefinition(name, definition, target);
  const refusal = sent && target && explainRefusal(sent, target);
  const reasons = findObstacles(tool, refusal, others);
  const approval = decideApproval(input.view, listed, input.catalogue) ?? definition.policy.approval;
  const [first] = reasons;
  return Object.freeze({
    name,
    label: localize(definition.label ?? metadata?.label, input.locale, name),
    summary: localize(definition.summary ?? metadata?.summary, input.locale, ''),
    owner,
    ...describeOrigin(owner, slot, input),
    isAbsent: false,
    isAssigned: false,
    position: null,
    hasOverride: false,
    state: 'off',
    code: first?.code ?? null,
    reason: first?.reason ?? null,
    reasons,
    missingSettings: nothing,
    isChanged: false,
    changesData: !definition.policy.readOnly,
    destroysData: !definition.policy.readOnly && definition.policy.destructive,
    needsApproval: approval === 'ask',
    tokens: estimateTokens(name, definition, sent),
    icon: definition.icon ?? metadata?.icon ?? null,
  } satisfies ToolRow);
}

const nothing: readonly never[] = Object.freeze([]);

/** What would withhold a tool that is off; not that all are off, and nothing of its settings. */
function findObstacles(
  { listed, checked }: OtherTool,
  refusal: string | undefined,
  { input, selected }: OthersInput,
): readonly WithheldReason[] {
  const { found, catalogue, view, component, components, confidence, model, formerOwners } = input;
  const candidate: Candidate = {
    assignment: assignmentOf(listed),
    isAssigned: true,
    bot: found.bot.id,
    catalogue,
    listed,
    checked,
    known: undefined,
    subject: listed,
    view,
    companion: () => undefined,
    formerOwners,
    component,
    components,
    selected,
    selectedFor: component,
    canCallTools: model?.canCallTools !== false,
    configuration: undefined,
    confidence,
    unreached: undefined,
    refusal,
  };
  const reasons = findReasons(candidate).filter(({ code }) => code !== 'tools-off');
  return reasons.length === 0 ? nothing : reasons;
}

/** Another owner's definition is another one anyway, and is told as that. */
function isChanged(
  { definitionHash, owner: accepted }: Assignment,
  checked: ReturnType<ListedTool['check']> | undefined,
  owner: string,
): boolean {
  if (checked === undefined || 'reason' in checked || definitionHash === null || owner !== accepted) return false;
  return checked.hash !== definitionHash;
}

function describeOrigin(
  owner: string,
  slot: ProviderSlot | undefined,
  { listedBefore }: ToolRowsInput,
): Pick<ToolRow, 'isBuiltIn' | 'isStale' | 'listedAt'> {
  const listedAt = slot?.list?.listedAt;
  return {
    isBuiltIn: owner === 'builtin',
    isStale: slot !== undefined && (slot.state === 'stale' || slot.isRestored),
    listedAt: listedAt === undefined ? (listedBefore.get(owner) ?? null) : new Date(listedAt).toISOString(),
  };
}

function nameSettings(
  lacking: readonly string[] | undefined,
  definition: FrozenDefinition['definition'] | undefined,
  locale: string,
): readonly LackingSetting[] {
  if (lacking === undefined) return nothing;
  const schema = definition?.settingsSchema === undefined ? undefined : parseSettingsSchema(definition.settingsSchema);
  const fields = schema === undefined || 'reason' in schema ? undefined : schema.fields;
  return lacking.map((field) => ({ field, title: localize(fields?.get(field)?.title, locale, field) }));
}
