import { type ApprovalRequest, type DecidedCall, LoadoutError, requireBotId } from '@loadout/core';
import type { CallQuestion } from '../call-questions.js';
import { type ApiRequest, type ApiResponse, defineRoute, type Route } from '../route.js';
import { param } from './param.js';

interface DecideBody {
  readonly allow: boolean;
  readonly reason?: string;
}

/** Calls that wait for the person who made them: somebody at the other end of a stream, which a chat may not have. */
export const callApprovalRoutes: readonly Route[] = [
  defineRoute<DecideBody>({
    method: 'POST',
    path: '/api/v1/bots/{bot}/calls/{call}/approval',
    operationId: 'decideCall',
    tag: 'calls',
    summary: 'Allows or denies a call whose stream asked for an approval',
    access: 'operator',
    body: 'DecideCallBody',
    responses: { 200: 'CallDecision' },
    handle: decideCall,
  }),
];

/** So long a call waits for the person who made it. */
const maximumWaitMs = 300_000;

/** What a person is asked, and what the stream tells of it. */
export function describeQuestion(
  { timeoutMs = maximumWaitMs }: { readonly timeoutMs?: number },
  { botId, callId, tool, owner, label, definitionHash, arguments: given, signal }: ApprovalRequest,
): { readonly question: CallQuestion; readonly data: object } {
  const waitMs = Math.min(timeoutMs, maximumWaitMs);
  const expiresAt = new Date(Date.now() + waitMs).toISOString();
  const reason = `A person is asked before each call of "${tool}".`;
  return {
    question: { bot: botId, call: callId, tool, waitMs, signal },
    data: { id: callId, tool, owner, label, definitionHash, arguments: given, reason, expiresAt },
  };
}

async function decideCall({ host, params, body, server }: ApiRequest<DecideBody>): Promise<ApiResponse> {
  const bot = requireBotId(param(params, 'bot'));
  const call = param(params, 'call');
  const { allow, reason } = body;
  const decision: DecidedCall['decision'] = allow
    ? { decision: 'allow', scope: 'once' }
    : { decision: 'deny', ...(reason === undefined ? {} : { reason }) };
  const waiting = server.questions.take({ bot, call });
  if (waiting === undefined) {
    const message = 'No call of this bot waits under this id: it was decided, its time is over, or its caller is gone.';
    throw new LoadoutError('APPROVAL_UNKNOWN', message, { details: { bot, call } });
  }
  try {
    // Written down first: nothing runs that the log does not know of.
    await host.approvals.record({ bot, tool: waiting.tool, callId: call, decision });
  } catch (error) {
    waiting.settle({ decision: 'deny', reason: 'The decision could not be written down.' });
    throw error;
  }
  waiting.settle(decision);
  return { status: 200, body: { call, allow } };
}
