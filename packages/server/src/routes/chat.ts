import { randomUUID } from 'node:crypto';
import {
  type Approver,
  type Host,
  type JsonObject,
  LoadoutError,
  type LoopCallEvent,
  type LoopOptions,
  type ModelClient,
  type ModelDelta,
  type RunOptions,
  type RunResult,
  requireBotId,
  resumeRun,
  runTurn,
  type Turn,
} from '@loadout/core';
import type { ChatEndpoint } from '../chat-endpoint.js';
import { HttpProblem } from '../problem.js';
import { type ApiRequest, type ApiResponse, defineRoute, type Route } from '../route.js';
import type { EventStream } from '../streams/event-stream.js';
import { watchToken } from '../streams/watch-token.js';
import { param } from './param.js';
import { redactTranscript } from './redact-transcript.js';

interface ChatBody {
  readonly message: string;
  readonly messages?: readonly JsonObject[];
  readonly conversation?: string;
  readonly locale?: string;
}

const eventsSummary =
  '`text`, `reasoning`, `call`, `result`, `note`, `approval`, `sources`, then `end` with the reason, and the messages for the next request';

/** Chats with the model that the server was given. */
export const chatRoutes: readonly Route[] = [
  defineRoute<ChatBody>({
    method: 'POST',
    path: '/api/v1/bots/{bot}/chat',
    operationId: 'chat',
    tag: 'chat',
    summary: "One message to the configured model, which has the bot's tools",
    access: 'operator',
    ownBot: true,
    body: 'ChatBody',
    isTranscript: true,
    responses: { 200: null },
    events: 'only',
    eventsSummary,
    handle: chat,
  }),
  defineRoute({
    method: 'POST',
    path: '/api/v1/turns/{turn}/resume',
    operationId: 'resumeTurn',
    tag: 'chat',
    summary: 'Goes on with a turn of a chat that waited for approvals, which are decided by now',
    access: 'operator',
    ownBot: true,
    responses: { 200: null },
    events: 'only',
    eventsSummary,
    handle: resume,
  }),
];

/** Whoever is asked is at the other end, and may be gone by the time of an answer: the turn is kept. */
const later: Approver = () => ({ decision: 'later' });

async function chat(request: ApiRequest<ChatBody>): Promise<ApiResponse> {
  const { host, params, body } = request;
  const bot = requireBotId(param(params, 'bot'));
  const endpoint = requireEndpoint(request);
  const conversation = body.conversation ?? `chat-${randomUUID()}`;
  return answer(request, endpoint, async ({ client, signal, run, loop }) => {
    const turn = await host.startTurn({
      bot,
      conversation: { id: conversation },
      modelProvider: endpoint.modelProvider,
      model: { api: endpoint.api },
      approver: later,
      signal,
      ...(body.locale === undefined ? {} : { locale: body.locale }),
    });
    const messages = [...(body.messages ?? []), { role: 'user', content: body.message }];
    return { turn, conversation, given: messages, go: () => runTurn(turn, client, messages, { ...run, loop }) };
  });
}

async function resume(request: ApiRequest<undefined>): Promise<ApiResponse> {
  const { host, params, caller } = request;
  const turnId = param(params, 'turn');
  const endpoint = requireEndpoint(request);
  const kept = (await host.approvals.turns()).find(({ id }) => id === turnId);
  // To a bot's token turns of other bots are as unknown as those that do not exist.
  if (caller.bot !== null && kept?.botId !== caller.bot) {
    throw new LoadoutError('TURN_UNKNOWN', 'No turn of this bot waits under this id.', { details: { turn: turnId } });
  }
  return answer(request, endpoint, async ({ client, signal, run, loop }) => {
    const { modelProvider, api } = endpoint;
    const resumed = await host.resumeTurn(turnId, { modelProvider, model: { api }, approver: later, signal, loop });
    return {
      turn: resumed.turn,
      conversation: kept?.conversationId ?? undefined,
      given: [],
      go: () => resumeRun(resumed, client, run),
    };
  });
}

function requireEndpoint({ server }: Pick<ApiRequest, 'server'>): ChatEndpoint {
  if (server.chat !== undefined) return server.chat;
  throw new HttpProblem(
    501,
    'No model endpoint is configured. Write "chat": { "baseUrl": …, "model": … } in the configuration of the host.',
  );
}

/** With what a turn is begun. */
interface Beginning {
  readonly client: ModelClient;
  readonly signal: AbortSignal;
  readonly run: RunOptions;
  readonly loop: LoopOptions;
}

/** A turn that has begun. */
interface Begun {
  readonly turn: Turn;
  readonly conversation: string | undefined;
  /** The messages that the caller sent. */
  readonly given: readonly JsonObject[];
  go(): Promise<RunResult>;
}

/**
 * Begins a turn and tells what happens in it. It is cancelled when its client goes away, when the server closes, and when
 * its token is revoked or expires. What is wrong before it has begun is a problem, no stream.
 */
async function answer(
  request: ApiRequest<unknown>,
  endpoint: ChatEndpoint,
  begin: (beginning: Beginning) => Promise<Begun>,
): Promise<ApiResponse> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Error('nobody waits for the turn any more'));
  request.signal.addEventListener('abort', cancel, { once: true });
  if (request.signal.aborted) cancel();
  const client = await endpoint.openClient();
  const teller = createTeller(request.host.secrets);
  const { model, system } = endpoint;
  const begun = await begin({
    client,
    signal: controller.signal,
    run: { model, stream: true, onDelta: teller.onDelta, ...(system === undefined ? {} : { system }) },
    loop: { onCall: teller.onCall },
  });
  let stream: EventStream;
  try {
    stream = request.openStream();
  } catch (error) {
    await begun.turn.end();
    throw error;
  }
  void stream.closed.then(cancel);
  teller.open(stream);
  // Nothing awaits it: what it throws ends the stream.
  tellTurn(request, { begun, endpoint, stream, teller }).catch(() =>
    stream.end({ event: 'end', data: { reason: 'failed' } }),
  );
  return { status: 200, stream };
}

async function tellTurn(
  { host, feed, caller }: ApiRequest<unknown>,
  {
    begun,
    endpoint,
    stream,
    teller,
  }: { readonly begun: Begun; readonly endpoint: ChatEndpoint; readonly stream: EventStream; readonly teller: Teller },
): Promise<void> {
  const stopPings = feed.subscribe({ ping: () => void stream.ping() });
  // The end of the stream cancels the turn.
  const stopWatching = watchToken({ feed, caller }, () =>
    stream.end({ event: 'end', data: { reason: 'token-invalid' } }),
  );
  try {
    const { turn, conversation, given, go } = begun;
    const own = new Set(given);
    const result = await go().finally(() => turn.end());
    // A note may say what the service or its client said.
    for (const message of host.secrets.redact(result.notes)) teller.tell('note', { message });
    if (result.suspension !== null) {
      const { suspension } = result;
      const waiting = (await host.approvals.list({ bot: turn.bot.id })).filter(
        ({ turnId, state }) => turnId === suspension && state === 'waiting',
      );
      for (const approval of waiting) teller.tell('approval', approval);
    }
    if (result.sources.length > 0) teller.tell('sources', { sources: result.sources });
    await teller.told();
    // A token that is taken no more is told no more.
    if (!(await caller.isStillValid().catch(() => true))) {
      stream.end({ event: 'end', data: { reason: 'token-invalid' } });
      return;
    }
    const { stop, text, transcript, suspension, usage, error } = result;
    const end = {
      reason: stop,
      text: host.secrets.redact(text),
      // What the caller sent is theirs already, and goes back as it came.
      messages: redactTranscript(transcript, { own, redact: (message) => host.secrets.redact(message) }),
      conversation: conversation ?? null,
      suspension,
      usage,
      ...(stop === 'model-failed' ? { error: describeFailure(endpoint, error) } : {}),
    };
    stream.end({ event: 'end', data: end });
  } finally {
    stopWatching();
    stopPings();
  }
}

function describeFailure(endpoint: ChatEndpoint, error: unknown): string {
  return (
    endpoint.describeFailure?.(error) ?? "The request to the model's service failed, or its answer cannot be read."
  );
}

/** What may wait for a reader, beside what the stream holds: a model may be faster than any reader. */
const maxWaitingCharacters = 8_000_000;

type TextKind = 'text' | 'reasoning';

/**
 * Tells one thing after another, as fast as the reader takes them. One that takes nothing is dropped by the stream, and one
 * that falls too far behind by the teller.
 */
interface Teller {
  open(stream: EventStream): void;
  tell(event: string, data: unknown): void;
  onDelta(delta: ModelDelta): void;
  onCall(event: LoopCallEvent): void;
  /** Resolves when all of it is out. */
  told(): Promise<void>;
}

function createTeller(secrets: Host['secrets']): Teller {
  let stream: EventStream | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const send = (event: string, data: unknown): void => {
    if (waiting > maxWaitingCharacters) stream?.drop();
    if (stream?.isOpen !== true) return;
    const size = JSON.stringify(data).length;
    waiting += size;
    queue = queue.then(async () => {
      await stream?.write({ event, data });
      waiting -= size;
    });
  };
  // One for each: a secret goes on where its own kind goes on, whatever stands between.
  const filters = { text: secrets.filter(), reasoning: secrets.filter() };
  const tellText = (kind: TextKind, text: string): void => {
    if (text !== '') send(kind, { text });
  };
  const tellHeld = (): void => {
    for (const kind of ['reasoning', 'text'] as const) tellText(kind, filters[kind].end());
  };
  const tell = (event: string, data: unknown): void => {
    tellHeld();
    send(event, data);
  };
  return {
    open: (opened) => {
      stream = opened;
    },
    tell,
    onDelta(delta) {
      // A call is told when its arguments are there.
      if (delta.type === 'call') return;
      // A service that repeats the key that it was asked with tells it to whoever chats.
      tellText(delta.type, filters[delta.type].push(delta.text));
    },
    onCall(event) {
      const { callId, tool, label } = event;
      if (event.type === 'started') {
        tell('call', { callId, tool, label, arguments: event.arguments });
        return;
      }
      tell('result', { label, ...event.outcome });
    },
    async told() {
      tellHeld();
      await queue;
    },
  };
}
