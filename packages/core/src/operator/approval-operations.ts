import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import type { Approval, ApprovalScope, ApprovalState } from '../contract/approval.js';
import { LoadoutError } from '../contract/errors.js';
import { isObject } from '../contract/json.js';
import { isScope, readReason } from '../execution/approve-call.js';
import type { Host } from '../host-interface.js';
import type { SuspendedTurn } from '../store/records.js';
import type { StoreReader } from '../store/roles.js';
import {
  isWaiting,
  type KeptApproval,
  type KeptCall,
  readSuspendedDocument,
  type SuspendedDocument,
  writeSuspendedDocument,
} from '../turn/suspended-document.js';
import { isExpired, sweepTurns } from '../turn/sweep-turns.js';
import { type ChangeUnit, makeChange } from './make-change.js';
import type { OperatorParts } from './operator-parts.js';

/** A call that somebody is asked about, in its turn. */
interface FoundApproval {
  readonly turn: SuspendedTurn;
  readonly document: SuspendedDocument;
  readonly kept: KeptCall;
  readonly approval: KeptApproval;
}

/** What somebody has decided. */
type Answer = Pick<KeptApproval, 'decision' | 'scope' | 'reason'>;

/** Calls that wait for a person. See `Host.approvals`. */
export function createApprovalOperations(parts: OperatorParts, actor: Actor): Host['approvals'] {
  return {
    async list(options = {}) {
      if (!isObject(options)) throw wrongArgument('approvals.list', 'options', 'an object', options);
      const { bot } = options;
      if (bot !== undefined && typeof bot !== 'string') {
        throw wrongArgument('approvals.list', 'options.bot', 'a text', bot);
      }
      await sweepTurns(parts);
      const now = parts.clock.now();
      const found = await readApprovals(parts.store, bot);
      const shown = found.filter(({ turn, kept }) => kept.state === 'open' && !isExpired(turn, now));
      return Object.freeze(shown.reverse().map((one) => describeApproval(one, now)));
    },

    async allow(id, options = {}) {
      if (!isObject(options)) throw wrongArgument('approvals.allow', 'options', 'an object', options);
      const scope = options.scope ?? 'once';
      if (!isScope(scope)) {
        throw wrongArgument('approvals.allow', 'options.scope', '"once", "turn" or "conversation"', scope);
      }
      return decide(parts, actor, id, (turn) => ({ decision: 'allow', scope: scopeIn(turn, scope), reason: null }));
    },

    async deny(id, options = {}) {
      if (!isObject(options)) throw wrongArgument('approvals.deny', 'options', 'an object', options);
      const { reason } = options;
      if (reason !== undefined && typeof reason !== 'string') {
        throw wrongArgument('approvals.deny', 'options.reason', 'a text', reason);
      }
      return decide(parts, actor, id, () => ({ decision: 'deny', scope: null, reason: readReason(reason) }));
    },
  };
}

/** Outside of a conversation nothing can hold longer than the turn. */
function scopeIn(turn: SuspendedTurn, scope: ApprovalScope): ApprovalScope {
  return scope === 'conversation' && turn.conversationId === null ? 'turn' : scope;
}

async function decide(
  parts: OperatorParts,
  actor: Actor,
  id: string,
  answer: (turn: SuspendedTurn) => Answer,
): Promise<Approval> {
  if (typeof id !== 'string') throw wrongArgument('approvals', 'id', 'a text', id);
  return makeChange(parts, actor, async (unit) => {
    const now = parts.clock.now();
    const found = (await readApprovals(unit.writer)).find(({ approval }) => approval.id === id);
    if (found === undefined) {
      const message = `No call waits for approval under ${describeValue(id)}. List the approvals.`;
      throw new LoadoutError('APPROVAL_UNKNOWN', message, { details: { approval: id } });
    }
    const state = readState(found, now);
    if (state !== 'waiting') throw createDecidedError(found, state);
    return describeApproval(await write(unit, found, { answer: answer(found.turn), actor }), now);
  });
}

/** What holds for longer than the call decides on the turn's other waiting calls of the same tool as well. */
async function write(
  { writer, changes, at }: ChangeUnit,
  { turn, document, approval: decided }: FoundApproval,
  { answer, actor }: { readonly answer: Answer; readonly actor: Actor },
): Promise<FoundApproval> {
  const isLasting = answer.scope !== null && answer.scope !== 'once';
  const calls = document.calls.map((kept): KeptCall => {
    const { approval } = kept;
    if (approval === null || !isWaiting(kept)) return kept;
    if (approval.id !== decided.id && !(isLasting && isSameTool(approval, decided))) return kept;
    const after = { decision: answer.decision, scope: answer.scope, reason: answer.reason };
    const action = answer.decision === 'allow' ? 'approval-allowed' : 'approval-denied';
    changes.push({ action, bot: turn.botId, tool: approval.tool, subject: approval.id, before: null, after });
    return { ...kept, approval: { ...approval, ...answer, decidedBy: actor } };
  });
  if (answer.scope === 'conversation' && turn.conversationId !== null) {
    const { owner, tool: toolName, definitionHash } = decided;
    const { botId, conversationId } = turn;
    await writer.putConversationApproval({ botId, conversationId, owner, toolName, definitionHash, approvedAt: at });
  }
  const written = writeSuspendedDocument(turn, { ...document, calls });
  await writer.putSuspendedTurn(written);
  const found = listApprovals(written).find(({ approval }) => approval.id === decided.id);
  // It was there a moment ago, and is only changed here.
  if (found === undefined) throw new TypeError('The approval was lost while it was written.');
  return found;
}

function isSameTool(one: KeptApproval, other: KeptApproval): boolean {
  return one.owner === other.owner && one.tool === other.tool && one.definitionHash === other.definitionHash;
}

/** In the order of their asking. */
async function readApprovals(reader: StoreReader, bot?: string): Promise<FoundApproval[]> {
  return (await reader.listSuspendedTurns(bot)).flatMap(listApprovals);
}

function listApprovals(turn: SuspendedTurn): readonly FoundApproval[] {
  const document = readSuspendedDocument(turn);
  if (document === undefined) return [];
  return document.calls.flatMap((kept) =>
    kept.approval === null ? [] : [{ turn, document, kept, approval: kept.approval }],
  );
}

function readState({ turn, kept, approval }: FoundApproval, now: number): ApprovalState {
  if (kept.state !== 'open') return 'used';
  if (isExpired(turn, now)) return 'expired';
  if (approval.decision === null) return 'waiting';
  return approval.decision === 'allow' ? 'allowed' : 'denied';
}

function describeApproval(found: FoundApproval, now: number): Approval {
  const { turn, document, kept, approval } = found;
  return Object.freeze({
    id: approval.id,
    turnId: turn.id,
    botId: turn.botId,
    userId: document.options.user?.id ?? null,
    conversationId: turn.conversationId,
    callId: kept.call.id,
    tool: approval.tool,
    owner: approval.owner,
    label: approval.label,
    definitionHash: approval.definitionHash,
    arguments: approval.arguments,
    state: readState(found, now),
    scope: approval.scope,
    reason: approval.reason,
    decidedBy: approval.decidedBy,
    requestedAt: approval.requestedAt,
    expiresAt: turn.expiresAt,
  });
}

function createDecidedError({ turn, approval }: FoundApproval, state: ApprovalState): LoadoutError {
  const what = state === 'expired' ? `has expired (${turn.expiresAt})` : `is ${state} already`;
  const who = approval.decidedBy === null ? '' : ` by ${approval.decidedBy.name}`;
  return new LoadoutError(
    'APPROVAL_DECIDED',
    `The call of "${approval.tool}" (${approval.id}) ${what}${who}. List the approvals for what still waits.`,
    { details: { approval: approval.id, state } },
  );
}
