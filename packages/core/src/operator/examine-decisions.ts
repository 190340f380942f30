import type { ListedTool } from '../catalogue/listed-tool.js';
import type { Decision, DecisionKind } from '../contract/decisions.js';
import type { Finding } from '../contract/finding.js';
import { formatToolSubject, parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import { listHeirs, nameTool } from '../turn/tool-names.js';
import { DECISION_TABLE, findDecisionProblem, isDecisionKind } from './decision-kinds.js';
import { findSubjectProblem } from './decision-operations.js';
import type { KnownTools } from './known-tools.js';
import type { OperatorParts } from './operator-parts.js';
import { acceptOf, findSuccessor, sayFormerly } from './renamed-owner.js';
import { type AssignedName, isAssigned } from './tool-reference.js';

/** Decisions that count for nothing, and those that turn everything off. */
export function examineDecisions(
  { components, registry }: OperatorParts,
  tools: KnownTools,
  { decisions, uses }: { readonly decisions: readonly Decision[]; readonly uses: readonly AssignedName[] },
): readonly Finding[] {
  return decisions.flatMap(({ kind, subject, value }): readonly Finding[] => {
    const named = subject === '' ? kind : `${kind} ${subject}`;
    const remedy = `loadout host unset ${named}`;
    const details = { kind, subject };
    const about = { level: 'warning', area: 'decisions', subject: named, details, remedy } as const;
    if (!isDecisionKind(kind)) {
      const message = 'This version of Loadout does not know the kind; it counts for nothing.';
      return [{ ...about, code: 'decision-kind-unknown', message, remedy: null }];
    }
    const problem = findSubjectProblem(kind, subject, components) ?? findDecisionProblem(kind, value);
    if (problem !== undefined) {
      const message = `${problem} It counts for nothing.`;
      return [{ ...about, code: 'decision-unusable', details: { ...details, error: problem }, message }];
    }
    if (kind === 'tools-off') {
      return [{ ...about, code: 'tools-off', message: 'All tools are switched off: no bot gets any.' }];
    }
    if (kind === 'component-defaults')
      return examineDefaults(value, tools).map(({ names, message }) => ({
        ...about,
        code: 'component-defaults-absent',
        details: { ...details, names },
        message,
        remedy: `Decide otherwise: loadout host set ${named} NAME...`,
      }));
    const tool = DECISION_TABLE[kind].subject === 'tool' ? parseToolSubject(subject) : undefined;
    const owner = tool?.owner ?? (kind === 'instructions-allowed' ? subject : undefined);
    const successor = owner === undefined ? undefined : findSuccessor(registry, tools.catalogue, owner);
    if (owner !== undefined && successor !== undefined) {
      const renamed = {
        code: 'decision-owner-renamed',
        details: { ...details, owner: successor, before: owner },
      } as const;
      return [{ ...about, ...renamed, message: sayFormerly(owner, successor), remedy: acceptOf(owner, successor) }];
    }
    if (kind === 'expose-as' && isRuleLeftOut(tools, tool, value)) return [];
    const heirs = tool === undefined || !restricts(kind, value) ? [] : listHeirs(tools.catalogue, tool);
    if (tool !== undefined && heirs.length === 0 && !isHere(tools, tool, uses) && !isListedUnderAnother(tools, tool)) {
      const message = `${tool.owner} lists no tool "${tool.toolName}" at present, so this counts for nothing.`;
      const absent = { ...details, owner: tool.owner, tool: tool.toolName };
      return [
        {
          ...about,
          code: 'decision-tool-absent',
          details: absent,
          message,
          remedy: `Bring the tool back, or: ${remedy}`,
        },
      ];
    }
    if (tool !== undefined && heirs.length > 0) return examineHeirs({ kind, tool, heirs, decisions });
    const { slots } = tools.catalogue;
    if (kind === 'instructions-allowed' && !slots.some(({ owner }) => owner === subject)) {
      const message = `Nobody of the name ${subject} lists tools at present, so this counts for nothing.`;
      return [{ ...about, code: 'decision-owner-absent', details: { ...details, owner: subject }, message }];
    }
    return [];
  });
}

/** What a tool was called counts for it as far as it restricts it. */
function restricts(kind: DecisionKind, value: unknown): boolean {
  return (kind === 'approval' && value !== 'never') || kind === 'minimum-confidence';
}

/** Tools that had the name once, and that a decision under it counts for: nobody sees that on their present names. */
function examineHeirs({
  kind,
  tool,
  heirs,
  decisions,
}: {
  readonly kind: DecisionKind;
  readonly tool: ToolSubject;
  readonly heirs: readonly ListedTool[];
  readonly decisions: readonly Decision[];
}): readonly Finding[] {
  const isDecided = ({ owner, ownName }: ListedTool): boolean => {
    const subject = formatToolSubject({ owner, toolName: ownName });
    return decisions.some((one) => one.kind === kind && one.subject === subject);
  };
  return heirs
    .filter((heir) => !isDecided(heir) && !heir.aliases.includes(tool.toolName))
    .map(({ name }) => ({
      level: 'note',
      area: 'decisions',
      code: 'decision-for-heir',
      details: { kind, subject: formatToolSubject(tool), owner: tool.owner, tool: tool.toolName, name },
      subject: `${kind} ${formatToolSubject(tool)}`,
      message: `It holds for "${name}" as well: ${tool.owner} has called that tool "${tool.toolName}" before.`,
      remedy: `To decide of that one alone: loadout host set ${kind} ${name} VALUE`,
    }));
}

/** Somebody lists it, or a bot has it, so that its provider may run it (contract 1.8). */
function isHere({ catalogue }: KnownTools, tool: ToolSubject, uses: readonly AssignedName[]): boolean {
  const named = nameTool(catalogue, tool);
  return named.state === 'listed' || isAssigned(catalogue, named, uses);
}

/** Its owner lists it, but another one has its name: what was left out says so, and what to do. */
function isListedUnderAnother({ catalogue }: KnownTools, tool: { owner: string; toolName: string }): boolean {
  return catalogue.leftOut.some(({ owner, name }) => owner === tool.owner && name === tool.toolName);
}

/** The catalogue says itself that it cannot follow the rule, and why. */
function isRuleLeftOut({ catalogue }: KnownTools, tool: ToolSubject | undefined, as: unknown): boolean {
  return catalogue.leftOut.some(
    ({ owner, name, cause }) => cause === 'expose-as' && owner === tool?.owner && name === as,
  );
}

function examineDefaults(
  value: unknown,
  { catalogue }: KnownTools,
): readonly { readonly names: readonly string[]; readonly message: string }[] {
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  const unknown = names.filter((name) => catalogue.find(name) === undefined);
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, 10);
  const shown = named.map((name) => `"${name}"`).join(', ');
  const message = `Of these names nobody lists ${shown}${unknown.length > 10 ? ' and more' : ''} at present.`;
  return [{ names: named, message }];
}
