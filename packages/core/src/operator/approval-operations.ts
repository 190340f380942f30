import { describeValue } from '../catalogue/describe-value.js';
import { wrongArgument } from '../catalogue/wrong-argument.js';
import type { Actor } from '../contract/actor.js';
import type { Approval, ApprovalScope, ApprovalState, KeptTurn } from '../contract/approval.js';
import { LoadoutError } from '../contract/errors.js';
import { isObject } from '../contract/json.js';
import { isScope, readReason } from '../execution/approve-call.js';
import { putLastingApproval } from '../execution/lasting-approvals.js';
import type { Host } from '../host-interface.js';
import type { SuspendedTurn } from '../store/records.js';
import {
  isWaiting,
  type KeptApproval,
  type KeptCall,
  readSuspendedDocument,
  type SuspendedDocument,
  writeSuspendedDocument,
} from '../turn/suspended-document.js';
import { isExpired, sweepTurns } from '../turn/sweep-turns.js';
import { listLasting, revokeApproval } from './lasting-approvals.js';
import { requireBot } from './loadouts.js';
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
      const found = (await listKept(parts, readBot('approvals.list', options))).flatMap(listApprovals);
      const shown = found.filter(({ kept }) => kept.state === 'open');
      return Object.freeze(shown.reverse().map((one) => describeApproval(parts, one)));
    },

    async turns(options = {}) {
      const kept = await listKept(parts, readBot('approvals.turns', options));
      return Object.freeze([...kept].reverse().map(describeTurn));
    },

    async lasting(options = {}) {
      return listLasting(parts, readBot('approvals.lasting', options));
    },

    revoke: (id) => revokeApproval(parts, actor, id),

    async record({ bot, tool, callId, decision: answer }) {
      const scope = answer.decision === 'allow' ? answer.scope : null;
      const reason = answer.decision === 'deny' ? readReason(answer.reason) : null;
      const action = answer.decision === 'allow' ? 'approval-allowed' : 'approval-denied';
      const after = { decision: answer.decision, scope, reason };
      await makeChange(parts, actor, async ({ writer, changes }) => {
        await requireBot(writer, bot);
        changes.push({ action, bot, tool, subject: callId, before: null, after });
      });
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

/** The bot whose things are asked for; undefined for those of all. */
function readBot(method: string, options: { readonly bot?: unknown }): string | undefined {
  if (!isObject(options)) throw wrongArgument(method, 'options', 'an object', options);
  const { bot } = options;
  if (bot === undefined || typeof bot === 'string') return bot;
  throw wrongArgument(method, 'options.bot', 'a text', bot);
}

/** What is kept and has not expired; what has is let go of. */
async function listKept(parts: OperatorParts, bot: string | undefined): Promise<readonly SuspendedTurn[]> {
  const now = parts.clock.now();
  const all = await parts.store.listSuspendedTurns(bot);
  const kept = all.filter((turn) => !isExpired(turn, now));
  if (kept.length < all.length) await sweepTurns(parts);
  return kept;
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
  const asked = (turns: readonly SuspendedTurn[]): FoundApproval | undefined =>
    turns.flatMap(listApprovals).find(({ approval }) => approval.id === id);
  // Looked for before the change, which reads the one turn only: others wait for it.
  const place = asked(await parts.store.listSuspendedTurns());
  return makeChange(parts, actor, async (unit) => {
    const turn = place && (await unit.writer.getSuspendedTurn(place.turn.id));
    const found = turn && asked([turn]);
    if (found === undefined) {
      const message = `No call waits for approval under ${describeValue(id)}. List the approvals.`;
      throw new LoadoutError('APPROVAL_UNKNOWN', message, { details: { approval: id } });
    }
    if (found.approval.decision !== null || isExpired(found.turn, parts.clock.now())) throw createDecidedError(found);
    return describeApproval(parts, await write(unit, found, { answer: answer(found.turn), actor }));
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
    const lasting = { botId, conversationId, owner, toolName, definitionHash, approvedAt: at };
    changes.push(...(await putLastingApproval(writer, lasting)));
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
function listApprovals(turn: SuspendedTurn): readonly FoundApproval[] {
  const document = readSuspendedDocument(turn);
  if (document === undefined) return [];
  return document.calls.flatMap((kept) =>
    kept.approval === null ? [] : [{ turn, document, kept, approval: kept.approval }],
  );
}

function readState({ decision }: KeptApproval): ApprovalState {
  if (decision === null) return 'waiting';
  return decision === 'allow' ? 'allowed' : 'denied';
}

function describeTurn({ id, botId, conversationId, createdAt, expiresAt }: SuspendedTurn): KeptTurn {
  return Object.freeze({ id, botId, conversationId, createdAt, expiresAt });
}

function describeApproval({ redactor }: Pick<OperatorParts, 'redactor'>, found: FoundApproval): Approval {
  const { turn, document, kept, approval } = found;
  return Object.freeze({
    id: approval.id,
    turnId: turn.id,
    botId: turn.botId,
    userId: document.options.user?.id ?? null,
    conversationId: turn.conversationId,
    callId: redactor.text(kept.call.id),
    tool: approval.tool,
    owner: approval.owner,
    label: approval.label,
    definitionHash: approval.definitionHash,
    arguments: approval.arguments,
    state: readState(approval),
    scope: approval.scope,
    reason: approval.reason,
    decidedBy: approval.decidedBy,
    requestedAt: approval.requestedAt,
    expiresAt: turn.expiresAt,
  });
}

function createDecidedError({ turn, approval }: FoundApproval): LoadoutError {
  const state = approval.decision === null ? 'expired' : readState(approval);
  const what = state === 'expired' ? `has expired (${turn.expiresAt})` : `is ${state} already`;
  const who = approval.decidedBy === null ? '' : ` by ${approval.decidedBy.name}`;
  return new LoadoutError(
    'APPROVAL_DECIDED',
    `The call of "${approval.tool}" (${approval.id}) ${what}${who}. List the approvals for what still waits.`,
    { details: { approval: approval.id, state } },
  );
}
