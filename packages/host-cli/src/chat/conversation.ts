import { randomUUID } from 'node:crypto';
import {
  type Approver,
  type Host,
  type JsonObject,
  type KeptTurn,
  type LoopOptions,
  type ModelClient,
  type RunOptions,
  type RunResult,
  resumeRun,
  runTurn,
  type TurnOptions,
} from '@loadout/core';
import type { Endpoint } from './endpoint.js';

/** With whom, and through what. */
export interface ConversationParts {
  readonly host: Host;
  readonly bot: string;
  readonly endpoint: Endpoint;
  readonly client: ModelClient;
  readonly approver: Approver;
  readonly stream: boolean;
  readonly onDelta: NonNullable<RunOptions['onDelta']>;
  readonly onCall: NonNullable<LoopOptions['onCall']>;
}

/** Of a turn that is kept, what a chat goes on by. */
export type ResumableTurn = Pick<KeptTurn, 'id' | 'conversationId'>;

/** A conversation with a bot: what was said so far, turn by turn. Nothing of it outlives the process. */
export class Conversation {
  readonly #parts: ConversationParts;
  /**
   * New for each: what is allowed for a conversation is allowed for this one. A turn that is resumed brings its own, with
   * what its results required (contract 5.6).
   */
  #id = `chat-${randomUUID()}`;
  #transcript: readonly JsonObject[] = [];
  /** The turn that waits for a person, if the last one does. */
  #suspension: string | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#id;
  }

  get suspension(): string | undefined {
    return this.#suspension;
  }

  /** Whether anything was said in it. */
  get hasBegun(): boolean {
    return this.#transcript.length > 0;
  }

  /**
   * One turn for one message. A message that fails is forgotten, so that it can be sent again; results that calls of an
   * earlier turn have got before it are not.
   */
  async say(text: string, signal: AbortSignal): Promise<RunResult> {
    const { host, bot, client } = this.#parts;
    const turn = await host.startTurn({
      bot,
      conversation: { id: this.#id },
      ...this.#surroundings(signal),
    });
    try {
      const messages = [...this.#transcript, { role: 'user', content: text }];
      const result = await runTurn(turn, client, messages, {
        ...this.#runOptions(),
        loop: { onCall: this.#parts.onCall },
      });
      this.#keep(result);
      if (isForgotten(result)) this.#transcript = result.transcript.slice(0, -1);
      return result;
    } finally {
      await turn.end();
    }
  }

  /**
   * Goes on with a turn that waited, and then with its conversation. Of one that belongs to none nothing is taken over: it
   * could not be told what its results require. Throws what the host's `resumeTurn` throws.
   */
  async resume({ id, conversationId }: ResumableTurn, signal: AbortSignal): Promise<RunResult> {
    const { host, client, onCall } = this.#parts;
    const resumed = await host.resumeTurn(id, { ...this.#surroundings(signal), loop: { onCall } });
    try {
      const result = await resumeRun(resumed, client, this.#runOptions());
      if (conversationId === null) {
        this.#suspension = result.suspension ?? undefined;
        return result;
      }
      this.#id = conversationId;
      return this.#keep(result);
    } finally {
      await resumed.turn.end();
    }
  }

  #surroundings(signal: AbortSignal): Pick<TurnOptions, 'modelProvider' | 'model' | 'approver' | 'signal'> {
    const { endpoint, approver } = this.#parts;
    return { modelProvider: endpoint.modelProvider, model: { api: endpoint.api }, approver, signal };
  }

  #runOptions(): RunOptions {
    const { endpoint, stream, onDelta } = this.#parts;
    const { model, system } = endpoint;
    return { model, stream, onDelta, ...(system === undefined ? {} : { system }) };
  }

  #keep(result: RunResult): RunResult {
    this.#suspension = result.suspension ?? undefined;
    if (!isForgotten(result)) this.#transcript = result.transcript;
    return result;
  }
}

/** Where nothing came back, the message is as if it had not been sent. */
export function isForgotten({ messages, stop }: Pick<RunResult, 'messages' | 'stop'>): boolean {
  return messages.length === 0 && (stop === 'model-failed' || stop === 'cancelled');
}
