import { describeError, invoke } from '../companions/guard.js';
import type { CallScope, GuardedFetch, LogLevel, ToolProgress } from '../contract/call.js';
import type { InvocationContext } from '../contract/context.js';
import { LoadoutError } from '../contract/errors.js';
import type { JsonValue } from '../contract/json.js';
import { JsonCopier } from '../schema/copy-json.js';
import type { CallState } from './call-state.js';
import { fetchForCall } from './fetch-for-call.js';
import { logCall } from './log-call.js';

const MAX_MESSAGE_CHARACTERS = 10_000;
const MAX_DATA_CHARACTERS = 100_000;

/**
 * What a tool sees of its call. Everything but the plain fields is made when first read, and bound, so that
 * a tool may take it apart: `({ progress, signal }) => …`. Nothing is reported once the call has ended.
 */
export class ToolCallScope implements CallScope {
  readonly callId: string;
  readonly deadlineAt: number;
  readonly context: InvocationContext;
  readonly #call: CallState;

  constructor(call: CallState) {
    this.callId = call.callId;
    this.deadlineAt = call.deadlineAt;
    this.context = call.turn.context;
    this.#call = call;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get progress(): CallScope['progress'] {
    const call = this.#call;
    return (progress) => reportProgress(call, progress);
  }

  get log(): CallScope['log'] {
    const call = this.#call;
    return (level, message, data) => writeLog(call, level, message, data);
  }

  get keepSecret(): CallScope['keepSecret'] {
    const call = this.#call;
    return (...secrets) => {
      const { redactor } = call.host;
      const texts = secrets.filter((secret) => typeof secret === 'string');
      redactor.rememberOfCall(call, texts);
      // Too late to be held, and yet a secret.
      if (call.isConcluded) redactor.release(call);
    };
  }

  get redact(): CallScope['redact'] {
    const { redactor } = this.#call.host;
    return (text) => redactor.text(String(text));
  }

  get readAttachment(): CallScope['readAttachment'] {
    const call = this.#call;
    return (id) => readAttachment(call, id);
  }

  get fetch(): GuardedFetch {
    const call = this.#call;
    return (url, options) => fetchForCall(call, url, options);
  }
}

function hasEnded(call: CallState): boolean {
  return call.outcome !== undefined || call.interruption !== undefined;
}

function reportProgress(call: CallState, given: ToolProgress): void {
  const { onProgress } = call.turn.options;
  const { events } = call.host;
  if ((onProgress === undefined && !events.isHeard) || hasEnded(call)) return;
  const { progress, total, message } = given ?? {};
  if (typeof progress !== 'number' || !Number.isFinite(progress)) return;
  const reported = {
    progress,
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof message === 'string' ? { message: call.host.redactor.head(message, MAX_MESSAGE_CHARACTERS) } : {}),
  };
  events.progress(call, reported);
  if (onProgress === undefined) return;
  const report = { callId: call.shownId, tool: call.shownName, ...reported };
  // A listener may be an async function; what it rejects with is its own problem as well.
  invoke(() => onProgress(report)).catch((error: unknown) => {
    logCall(call, 'warn', 'progress-listener-failed', 'onProgress failed.', { error });
  });
}

const levels: readonly unknown[] = ['debug', 'info', 'warn', 'error'] satisfies LogLevel[];

function writeLog(call: CallState, level: LogLevel, message: string, given: JsonValue | undefined): void {
  if (hasEnded(call)) return;
  const data = given === undefined ? undefined : copyData(given);
  const text = call.host.redactor.head(String(message), MAX_MESSAGE_CHARACTERS);
  logCall(call, levels.includes(level) ? level : 'info', 'tool-log', text, data === undefined ? {} : { data });
}

/** What a tool logs is foreign as well: a logger gets plain JSON of its own, or the reason why not. */
function copyData(data: unknown): JsonValue {
  try {
    return new JsonCopier({ maxCharacters: MAX_DATA_CHARACTERS }).copy(data, 'data');
  } catch (error) {
    return `[left out: ${describeError(error)}]`;
  }
}

async function readAttachment(call: CallState, id: string): Promise<Uint8Array> {
  const { context, options } = call.turn;
  const isKnown = context.attachments.some((attachment) => attachment.id === id);
  if (!isKnown || options.readAttachment === undefined) {
    throw new LoadoutError(
      'ATTACHMENT_UNAVAILABLE',
      isKnown ? 'The embedder gave no readAttachment.' : `The turn has no attachment "${String(id).slice(0, 100)}".`,
    );
  }
  return options.readAttachment(id, call.signal);
}
