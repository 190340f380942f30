import { higherConfidence, isConfidenceLevel } from '../contract/confidence.js';
import type { ExportDocument, ExportedDecision, ExportedSetting } from '../contract/export-document.js';
import type { JsonValue } from '../contract/json.js';
import { formatToolSubject, parseToolSubject, type ToolSubject } from '../contract/tool-subject.js';
import { isApprovalMode } from '../turn/operator-state.js';
import { nameTool, stricterApproval } from '../turn/tool-names.js';
import { DECISION_TABLE } from './decision-kinds.js';
import type { KnownTools } from './known-tools.js';

/** A document in the words of this host. */
export interface ResolvedImport {
  readonly document: ExportDocument;
  /** Tools that have another name here, as sentences. */
  readonly renamed: readonly string[];
}

/**
 * A document may be older than the names that tools have here. What it sets and decides under an older name is kept under
 * the present one; of several decisions on one tool the strictest counts, of several settings that of the present name.
 */
export function resolveImport(document: ExportDocument, { catalogue }: Pick<KnownTools, 'catalogue'>): ResolvedImport {
  const renamed = new Set<string>();
  const settings = new Map<string, ExportedSetting>();
  for (const setting of document.settings) {
    const { owner, tool } = setting;
    const own = { ...setting, tool: toOwn({ owner, toolName: tool }).toolName };
    const key = `${formatToolSubject({ owner, toolName: own.tool })}#${setting.field}`;
    if (!settings.has(key) || own.tool === tool) settings.set(key, own);
  }
  const decisions = new Map<string, ExportedDecision>();
  for (const decision of document.decisions) {
    const subject = subjectOf(decision);
    const key = `${decision.kind} ${subject}`;
    const other = decisions.get(key);
    const isOwn = subject === decision.subject;
    const value = other === undefined ? decision.value : chooseValue(decision, other.value, isOwn);
    decisions.set(key, { ...decision, subject, value });
  }
  return {
    document: { ...document, settings: [...settings.values()], decisions: [...decisions.values()] },
    renamed: [...renamed].sort(),
  };

  function subjectOf({ kind, subject }: ExportedDecision): string {
    const about = DECISION_TABLE[kind].subject === 'tool' ? parseToolSubject(subject) : undefined;
    return about === undefined ? subject : formatToolSubject(toOwn(about));
  }

  function toOwn(about: ToolSubject): ToolSubject {
    const { owner, ownName, state } = nameTool(catalogue, about);
    if (state === 'unknown' || ownName === about.toolName) return about;
    renamed.add(
      `"${about.toolName}" of ${owner} is called "${ownName}" by it now: what the document sets and decides for it is kept under that name.`,
    );
    return { owner, toolName: ownName };
  }
}

function chooseValue({ kind, value }: ExportedDecision, other: JsonValue, isOwn: boolean): JsonValue {
  if (kind === 'approval' && isApprovalMode(value) && isApprovalMode(other)) return stricterApproval(value, other);
  if (kind === 'minimum-confidence' && isConfidenceLevel(value) && isConfidenceLevel(other))
    return higherConfidence(value, other);
  return isOwn ? value : other;
}
