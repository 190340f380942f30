import {
  type Approver,
  type CallOutcome,
  CONFIDENCE_LEVELS,
  type ConfidenceLevel,
  requireBotId,
  type Turn,
  type TurnOptions,
} from '@loadout/core';
import { createInvalidToken } from '../authenticate.js';
import { toModelProvider } from '../caller.js';
import { HttpProblem } from '../problem.js';
import { type ApiRequest, type ApiResponse, defineRoute, type Route } from '../route.js';
import type { EventStream } from '../streams/event-stream.js';
import { watchToken } from '../streams/watch-token.js';
import { describeQuestion } from './call-approvals.js';
import { param } from './param.js';

interface CallBody {
  readonly tool: string;
  readonly arguments?: unknown;
  readonly conversation?: string;
  readonly timeoutMs?: number;
  readonly approval?: 'ask';
  readonly confidence?: ConfidenceLevel;
  readonly component?: string;
}

/** Calls of tools. */
export const callRoutes: readonly Route[] = [
  defineRoute<CallBody>({
    method: 'POST',
    path: '/api/v1/bots/{bot}/calls',
    operationId: 'callTool',
    tag: 'calls',
    summary: "Calls one of the bot's tools in a turn of its own; an error of the tool is a result as any other",
    access: 'operator',
    ownBot: true,
    body: 'CallToolBody',
    responses: { 200: 'CallOutcome' },
    events: 'also',
    eventsSummary:
      '`approval` where the call waits for one and the body says `ask`, `progress` as the tool reports it, then `result` with the outcome, or `end` with a reason where there is none to tell',
    handle: callTool,
  }),
];

/**
 * The call is cancelled when its client goes away, when its time is over, when the server closes, and when its token is
 * revoked or expires: then nobody is told its result either.
 */
async function callTool(request: ApiRequest<CallBody>): Promise<ApiResponse> {
  const isStreamed = /(^|[\s,])text\/event-stream\b/i.test(request.header('accept') ?? '');
  checkWishes(request, isStreamed);
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Error('nobody waits for the call any more'));
  request.signal.addEventListener('abort', cancel, { once: true });
  if (request.signal.aborted) cancel();
  if (!isStreamed) {
    const turn = await startTurn(request, { signal: controller.signal });
    const stopWatching = watchToken(request, cancel);
    const outcome = await finishCall(request, turn, cancel).finally(stopWatching);
    if (outcome === undefined) throw createInvalidToken();
    return { status: 200, body: outcome };
  }
  let stream: EventStream | undefined;
  const approver: Approver = async (asked) => {
    const { question, data } = describeQuestion(request.body, asked);
    const decision = request.server.questions.ask(question);
    await stream?.write({ event: 'approval', data });
    return decision;
  };
  const turn = await startTurn(request, {
    signal: controller.signal,
    onProgress: (data) => stream?.offer({ event: 'progress', data }),
    ...(request.body.approval === 'ask' ? { approver } : {}),
  });
  try {
    stream = request.openStream();
  } catch (error) {
    await turn.end();
    throw error;
  }
  void stream.closed.then(cancel);
  // Nothing awaits it: what it throws ends the stream.
  streamCall(request, turn, stream, cancel).catch(() => stream?.end({ event: 'end', data: { reason: 'failed' } }));
  return { status: 200, stream };
}

/**
 * What the caller may not wish for. The token of a bot is for its tools as they are in a chat, and nobody stands behind it
 * who could be asked.
 */
function checkWishes({ body, caller }: ApiRequest<CallBody>, isStreamed: boolean): void {
  const { approval, component, confidence } = body;
  if (caller.role === null && (approval !== undefined || component !== undefined)) {
    const field = approval === undefined ? 'component' : 'approval';
    throw new HttpProblem(
      403,
      `"${field}" needs the role operator; the token is for the tools of the bot ${caller.bot} alone.`,
    );
  }
  if (approval !== undefined && !isStreamed) {
    throw wrongWish('/approval', 'a request with "accept: text/event-stream"', 'one without');
  }
  const own = toModelProvider(caller).confidence;
  if (confidence !== undefined && CONFIDENCE_LEVELS[confidence] > CONFIDENCE_LEVELS[own]) {
    throw wrongWish('/confidence', `${own} or a lower level, because the caller has that`, confidence);
  }
}

function wrongWish(pointer: string, expected: string, got: string): HttpProblem {
  const errors = [{ pointer, expected, got }];
  return new HttpProblem(400, `The body does not fit at ${pointer}: expected ${expected}, got ${got}.`, {
    facts: { errors },
  });
}

function startTurn(
  { host, caller, params, body }: ApiRequest<CallBody>,
  more: Pick<TurnOptions, 'signal' | 'onProgress' | 'approver'>,
): Promise<Turn> {
  const { conversation, component, confidence } = body;
  const modelProvider = toModelProvider(caller);
  return host.startTurn({
    bot: requireBotId(param(params, 'bot')),
    modelProvider: confidence === undefined ? modelProvider : { ...modelProvider, confidence },
    ...(conversation === undefined ? {} : { conversation: { id: conversation } }),
    ...(component === undefined ? {} : { component }),
    ...more,
  });
}

/** Undefined: its token is taken no more. */
async function finishCall(
  { body, caller }: ApiRequest<CallBody>,
  turn: Turn,
  cancel: () => void,
): Promise<CallOutcome | undefined> {
  const timer = body.timeoutMs === undefined ? undefined : setTimeout(cancel, body.timeoutMs);
  try {
    const outcome = await turn.call({ name: body.tool, arguments: body.arguments });
    // What has run is told where the token cannot be looked up at present.
    return (await caller.isStillValid().catch(() => true)) ? outcome : undefined;
  } finally {
    clearTimeout(timer);
    await turn.end();
  }
}

async function streamCall(
  request: ApiRequest<CallBody>,
  turn: Turn,
  stream: EventStream,
  cancel: () => void,
): Promise<void> {
  const stopPings = request.feed.subscribe({ ping: () => void stream.ping() });
  const endOfToken = (): void => stream.end({ event: 'end', data: { reason: 'token-invalid' } });
  // The end of the stream cancels the call.
  const stopWatching = watchToken(request, endOfToken);
  try {
    const outcome = await finishCall(request, turn, cancel);
    if (outcome === undefined) endOfToken();
    else stream.end({ event: 'result', data: outcome });
  } finally {
    stopWatching();
    stopPings();
  }
}
