import type { ConvertedTool, EncodedTools } from '../contract/model-adapter.js';
import type { OfferedTool, WithheldCode, WithheldTool } from '../contract/turn.js';
import { CallableTool } from '../execution/callable-tool.js';
import type { RecognisableTool } from '../execution/recognisable-tool.js';
import { checkConfiguration } from './check-configuration.js';
import { NOT_ENCODED } from './convert-offered.js';
import { describeTool, encodeTools } from './describe-offered.js';
import { findReasons, hasMovedIn } from './gates.js';
import { joinInstructions } from './join-instructions.js';
import { type Judged, listCandidates } from './list-candidates.js';
import type { OfferInput } from './offer-input.js';
import { decideApproval } from './tool-names.js';
import { createRecognisable } from './unlisted-tool.js';

/** What a turn offers, worked out once for all turns with equal input. */
export interface Offer {
  readonly offered: readonly OfferedTool[];
  readonly withheld: readonly WithheldTool[];
  readonly tools: ReadonlyMap<string, CallableTool>;
  readonly assigned: ReadonlySet<string>;
  /** Assigned tools that are withheld only because nobody lists them: their owners may still answer for them. */
  readonly recognisable: ReadonlyMap<string, RecognisableTool>;
  /** Of withheld tools, by name: the settings without which they are not configured. */
  readonly lacking: ReadonlyMap<string, readonly string[]>;
  /** Names of assignments whose tools have become built-ins: they have moved by themselves. */
  readonly movedIn: readonly string[];
  /** The tool array as JSON text: the model API's, or MCP's without one. */
  readonly toolsJson: string;
  /** As the model API takes them; none without one. */
  readonly encoded: EncodedTools;
  /** The same by their names. */
  readonly converted: ReadonlyMap<string, ConvertedTool>;
  /** What the offered tools add to the system prompt. */
  readonly instructions: string;
  /** An implementation could not be asked about its settings, and may answer the next time. */
  readonly isProvisional: boolean;
}

/**
 * Walks the loadout in its order through the gates. Equal input gives byte-identical text (contract 1.10). Waits only for
 * implementations that judge their settings, and these are asked only of tools that nothing else withholds.
 */
export async function createOffer(input: OfferInput): Promise<Offer> {
  const { view, adapter, model } = input;
  const target = adapter === undefined || model === undefined ? undefined : { adapter, model };
  const offered: OfferedTool[] = [];
  const withheld: WithheldTool[] = [];
  const tools = new Map<string, CallableTool>();
  const assigned = new Set<string>();
  const recognisable = new Map<string, RecognisableTool>();
  const lacking = new Map<string, readonly string[]>();
  const movedIn: string[] = [];
  const conversions: ConvertedTool[] = [];
  let isProvisional = false;

  const judged = await Promise.all(listCandidates(input, target).map(checkSettings));
  for (const { candidate, name, label, settings, conversion } of judged) {
    const { assignment, listed, checked, isAssigned } = candidate;
    if (isAssigned) assigned.add(name);
    const reasons = findReasons(candidate);
    const first = reasons[0];
    if (first !== undefined) {
      withheld.push(Object.freeze({ name, owner: listed?.owner ?? assignment.owner, label, ...first, reasons }));
      if (settings !== undefined && settings.lacking.length > 0) lacking.set(name, settings.lacking);
      if (reasons.every(({ code }) => meansUnlisted.has(code)))
        recognisable.set(name, createRecognisable(candidate, label, settings));
    }
    // The gates let nothing pass that is not listed, or not in order.
    if (listed === undefined || checked === undefined || 'reason' in checked) continue;
    if (isAssigned && hasMovedIn(assignment, listed)) movedIn.push(assignment.toolName);
    if (first !== undefined || settings === undefined) continue;
    const approval = decideApproval(candidate.view, listed, candidate.catalogue);
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
    lacking,
    movedIn,
    toolsJson: target === undefined ? encodeTools(offered) : JSON.stringify(encoded.wire),
    encoded,
    converted: new Map(encoded.tools.map((tool) => [tool.name, tool])),
    instructions: joinInstructions(tools.values(), view),
    isProvisional,
  };

  /** The last word on settings has the implementation. */
  async function checkSettings(one: Judged): Promise<Judged> {
    const { candidate, settings } = one;
    const { listed, checked } = candidate;
    if (listed === undefined || checked === undefined || 'reason' in checked || settings === undefined) return one;
    if (findReasons(candidate).length > 0) return one;
    const verdict = await checkConfiguration({ listed, definition: checked.definition, ...settings });
    isProvisional ||= verdict?.isTransient === true;
    return verdict === undefined ? one : { ...one, candidate: { ...candidate, configuration: verdict.reason } };
  }
}

const meansUnlisted: ReadonlySet<WithheldCode> = new Set<WithheldCode>(['absent', 'companion-failed']);
