import { invoke } from '../companions/guard.js';
import type { ApprovalDecision, ApprovalRequest } from '../contract/approval.js';
import { type CallState, isUnwanted } from './call-state.js';
import type { CallableTool } from './callable-tool.js';
import { logCall } from './log-call.js';
import { interrupted, untilInterrupted } from './until-interrupted.js';

/** Asks a person where the tool's policy wants it (contract 6.8). */
export function approveCall(call: CallState): Promise<void> | undefined {
  const mode = call.route?.policy.approval;
  // Nobody is asked about a call that is not wanted any more; the next step ends it.
  if (isUnwanted(call)) return undefined;
  if (mode === 'never' || call.tool === undefined) return undefined;
  if (mode === 'deny') {
    call.end('BLOCKED', `Calls of "${call.name}" are not permitted.`);
    return undefined;
  }
  const key = approvalKey(call, call.tool);
  if (call.turn.approved.has(key) || call.host.approvals.has(`${conversationOf(call)}\n${key}`)) return undefined;
  return ask(call, call.tool, key);
}

async function ask(call: CallState, tool: CallableTool, key: string): Promise<void> {
  const { approver } = call.host;
  if (approver === undefined) {
    call.end('BLOCKED', `"${call.name}" needs a person's approval, and nobody can be asked here.`);
    return;
  }
  try {
    const decision: unknown = await untilInterrupted(
      call,
      invoke(() => approver(describeRequest(call, tool))),
    );
    decide(call, key, decision);
  } catch (error) {
    if (error === interrupted) {
      call.end('CANCELLED', 'The call was cancelled while it waited for approval. It did not run.');
      return;
    }
    logCall(call, 'error', 'approver-failed', `The approver failed; "${call.name}" was not run.`, { error });
    call.end('BLOCKED', `"${call.name}" needs a person's approval, and asking failed.`);
  }
}

const MAX_REASON_CHARACTERS = 2_000;

/** What the embedder answered is foreign as well. */
function decide(call: CallState, key: string, answer: unknown): void {
  const decision = answer as Partial<ApprovalDecision> | null | undefined;
  if (decision?.decision === 'allow') {
    switch (decision.scope) {
      case 'conversation':
        if (call.turn.context.conversation === null) call.turn.approved.add(key);
        else call.host.approvals.add(`${conversationOf(call)}\n${key}`);
        return;
      case 'turn':
        call.turn.approved.add(key);
        return;
      case 'once':
        return;
      default:
        break;
    }
  }
  if (decision?.decision === 'deny') {
    const stated = typeof decision.reason === 'string' ? decision.reason.trim().slice(0, MAX_REASON_CHARACTERS) : '';
    const reason = stated === '' ? '' : ` Reason: ${stated}`;
    call.end('BLOCKED', `The call of "${call.name}" was denied.${reason}`);
    return;
  }
  throw new TypeError(
    'An approver answers { decision: "allow", scope: "once" | "turn" | "conversation" } or { decision: "deny", reason? }.',
  );
}

function describeRequest(call: CallState, tool: CallableTool): ApprovalRequest {
  const { context } = call.turn;
  return Object.freeze({
    callId: call.callId,
    turnId: call.turn.id,
    botId: call.turn.botId,
    userId: context.user?.id,
    conversationId: context.conversation?.id,
    tool: call.name,
    owner: tool.listed.owner,
    label: tool.label,
    definitionHash: tool.hash,
    // The approver's own copy: the tool gets what was validated, whatever the approver does with this.
    arguments: structuredClone(call.args ?? {}),
    signal: call.signal,
  });
}

/** What an approval covers: another owner or another definition under the same name has to be asked for anew. */
function approvalKey(call: CallState, tool: CallableTool): string {
  return JSON.stringify([call.turn.botId, tool.listed.owner, tool.name, tool.hash]);
}

function conversationOf(call: CallState): string {
  return JSON.stringify(call.turn.context.conversation?.id ?? null);
}
