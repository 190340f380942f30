import { invoke } from '../companions/guard.js';
import type { ApprovalDecision, ApprovalRequest, ApprovalScope } from '../contract/approval.js';
import { describeCover, isSameCover } from './approval-cover.js';
import { type CallState, isUnwanted } from './call-state.js';
import type { ConversationCover } from './conversation-approvals.js';
import { logCall } from './log-call.js';
import type { CallSubject } from './recognisable-tool.js';
import { maskArguments, recordTrace } from './record-trace.js';
import { countRepetition, takeBackRepetition } from './refuse-repetition.js';
import { interrupted, untilInterrupted } from './until-interrupted.js';

const MAX_REASON_CHARACTERS = 2_000;

/** Asks a person where the tool's policy wants it (contract 6.8). */
export function approveCall(call: CallState): Promise<void> | undefined {
  const { subject } = call;
  const mode = call.route?.policy.approval;
  const before = call.loop?.decision;
  if (mode === 'never' && before === undefined) return undefined;
  // Nobody is asked about a call that is not wanted any more; the next step ends it.
  if (isUnwanted(call)) return undefined;
  if (before?.decision === 'deny') {
    call.end('BLOCKED', describeDenial(call.name, before.reason));
    return undefined;
  }
  if (mode === 'never' || subject === undefined) return undefined;
  if (mode === 'deny') {
    call.end('BLOCKED', `Calls of "${call.name}" are not permitted.`);
    return undefined;
  }
  const key = approvalKey(call, subject);
  if (before !== undefined && isSameCover(before, describeCover(call, subject))) {
    // One for the conversation is in the store, until somebody revokes it.
    if (before.scope === 'turn') call.turn.approved.add(key);
    return undefined;
  }
  if (call.turn.approved.has(key)) return undefined;
  return approve(call, subject, key);
}

async function approve(call: CallState, tool: CallSubject, key: string): Promise<void> {
  const lasting = conversationKey(call, tool);
  if (lasting !== undefined && (await call.host.approvals.has(lasting))) return;
  await ask(call, tool, key);
}

async function ask(call: CallState, tool: CallSubject, key: string): Promise<void> {
  const approver = call.turn.options.approver ?? call.host.approver;
  if (approver === undefined) {
    call.end('BLOCKED', `"${call.name}" needs a person's approval, and nobody can be asked here.`);
    return;
  }
  // What a person takes is not the turn's time.
  call.turn.budget.personAsked();
  const askedAt = call.host.clock.now();
  try {
    const decision: unknown = await untilInterrupted(
      call,
      invoke(() => approver(describeRequest(call, tool))),
    );
    await decide(call, tool, { key, answer: decision });
  } catch (error) {
    if (error === interrupted) {
      call.end('CANCELLED', 'The call was cancelled while it waited for approval. It did not run.');
      return;
    }
    logCall(call, 'error', 'approver-failed', `The approver failed; "${call.name}" was not run.`, { error });
    call.end('BLOCKED', `"${call.name}" needs a person's approval, and asking failed.`);
  } finally {
    call.turn.budget.personAnswered();
    call.waitedMs = Math.max(0, call.host.clock.now() - askedAt);
  }
}

/** What the embedder answered is foreign as well. */
async function decide(
  call: CallState,
  tool: CallSubject,
  { key, answer }: { readonly key: string; readonly answer: unknown },
): Promise<void> {
  const given = answer as { readonly decision?: unknown; readonly scope?: unknown; readonly reason?: unknown } | null;
  const decision = given?.decision as ApprovalDecision['decision'] | undefined;
  if (decision === 'allow' && isScope(given?.scope)) {
    if (given.scope === 'once') return;
    const lasting = given.scope === 'conversation' ? conversationKey(call, tool) : undefined;
    if (lasting === undefined || !(await call.host.approvals.add(lasting))) call.turn.approved.add(key);
    return;
  }
  if (decision === 'deny') {
    call.end('BLOCKED', describeDenial(call.name, readReason(given?.reason)));
    return;
  }
  if (decision === 'later') {
    postpone(call, tool);
    return;
  }
  throw new TypeError(
    'An approver answers { decision: "allow", scope: "once" | "turn" | "conversation" }, { decision: "deny", reason? } or { decision: "later" }.',
  );
}

/** In a loop the turn is kept, and the loop says so; any other call has to end now. */
function postpone(call: CallState, tool: CallSubject): void {
  call.end('BLOCKED', `"${call.name}" needs a person's approval, and nobody can say now. It did not run.`);
  if (call.loop === undefined) return;
  takeBackRepetition(call);
  call.loop.waiting = {
    approvalId: call.host.createId(),
    label: tool.label,
    arguments: maskArguments(call),
    ...describeCover(call, tool),
    refuse(why) {
      countRepetition(call);
      call.outcome = undefined;
      call.end('BLOCKED', `"${call.name}" needs a person's approval, and cannot wait for it. ${why} It did not run.`);
      const outcome = call.finish('BLOCKED');
      recordTrace(call, outcome);
      call.turn.budget.addResult(call.result?.characters ?? 0);
      call.host.events.finished(call, outcome);
      return outcome;
    },
  };
}

/** What the model is told of a call that a person did not want. */
function describeDenial(tool: string, reason: string | null): string {
  return `The call of "${tool}" was denied.${reason === null ? '' : ` Reason: ${reason}`}`;
}

/** A reason as somebody states it; null for none. */
export function readReason(stated: unknown): string | null {
  const reason = typeof stated === 'string' ? stated.trim().slice(0, MAX_REASON_CHARACTERS) : '';
  return reason === '' ? null : reason;
}

/** Whether `value` is a scope. */
export function isScope(value: unknown): value is ApprovalScope {
  return value === 'once' || value === 'turn' || value === 'conversation';
}

function describeRequest(call: CallState, tool: CallSubject): ApprovalRequest {
  const { context } = call.turn;
  return Object.freeze({
    callId: call.shownId,
    turnId: call.turn.id,
    botId: call.turn.botId,
    userId: context.user?.id,
    conversationId: context.conversation?.id,
    tool: call.name,
    owner: tool.owner,
    label: tool.label,
    definitionHash: tool.hash,
    // The approver's own copy: the tool gets what was validated, whatever the approver does with this.
    arguments: structuredClone(maskArguments(call)),
    signal: call.signal,
  });
}

/** What an approval for the turn covers: another owner or another definition under the same name is asked for anew. */
function approvalKey(call: CallState, tool: CallSubject): string {
  return JSON.stringify([call.turn.botId, tool.owner, tool.name, tool.hash]);
}

function conversationKey(call: CallState, tool: CallSubject): ConversationCover | undefined {
  const conversation = call.turn.context.conversation;
  if (conversation === null) return undefined;
  return {
    botId: call.turn.botId,
    conversationId: conversation.id,
    owner: tool.owner,
    toolName: tool.name,
    definitionHash: tool.hash,
  };
}
