import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ArgumentProblem, CallExecuted, CallOutcome, CallStatus, ContentPart } from '../contract/result.js';
import type { ArgumentRepair } from '../store/traces.js';
import { createCallController } from './call-signal.js';
import type { CallableTool, CallRoute } from './callable-tool.js';
import type { ExecutionParts, TurnScope } from './execution-parts.js';
import { logCall } from './log-call.js';
import type { LoopCall } from './loop-call.js';
import type { CallSubject, RecognisableTool } from './recognisable-tool.js';
import type { ToolSpan } from './telemetry.js';

/** Why a call was given up. */
export type Interruption = 'cancelled' | 'deadline';

/** A result on its way to the model. */
export interface DraftResult {
  readonly content: readonly ContentPart[];
  readonly structuredContent?: JsonObject;
  readonly isError: boolean;
  readonly _meta?: JsonObject;
  /** Characters that reach the model. */
  readonly characters: number;
}

/**
 * All that is known of one call while it goes through the pipeline. Each step reads what earlier ones left
 * here. Plain fields, all there from the beginning: every call has the same hidden class, and one is made per
 * call, so nothing here may cost anything that most calls do not need.
 */
export class CallState {
  readonly host: ExecutionParts;
  readonly turn: TurnScope;
  /** The caller's id, or one of ours. */
  callId = '';
  /** The name as called; nothing where that is no text. */
  requestedName: string | undefined;
  givenArguments: unknown;
  callerSignal: AbortSignal | undefined;
  /** Hands the outcome to the caller. */
  readonly deliver: (outcome: CallOutcome) => void;
  readonly startedAt: number;
  /** The next step's place in the pipeline. */
  step = 0;
  order = 0;
  /** The canonical name, or the name as called. */
  name = '';
  tool: CallableTool | undefined;
  /** Set in place of `tool` where nobody lists it, and its owner may answer all the same. */
  recognised: RecognisableTool | undefined;
  route: CallRoute | undefined;
  /** The tool's own copy. */
  args: JsonObject | undefined;
  /** For the trace: as they were when the tool got them. */
  tracedArguments: JsonValue = null;
  repairs: readonly ArgumentRepair[] = noRepairs;
  deadlineAt = Number.POSITIVE_INFINITY;
  executed: CallExecuted = 'no';
  /** What the tool answered. */
  returned: unknown;
  result: DraftResult | undefined;
  /** Set where the arguments do not fit. */
  argumentProblems: readonly ArgumentProblem[] | undefined;
  /** Follows the result, for the model. */
  warning: string | undefined;
  /** Set for calls of a turn's loop. */
  loop: LoopCall | undefined;
  errorId: string | undefined;
  /** What a person took to answer. */
  waitedMs: number | undefined;
  outcome: CallOutcome | undefined;
  /** Set where somebody wants one. */
  span: ToolSpan | undefined;
  interruption: Interruption | undefined;
  /** Whoever waits is woken by an interruption. */
  onInterrupt: ((call: CallState) => void) | undefined;
  /** Told that the tool is done with: whoever waits for it, and the pipeline where nobody else does. */
  onDone: (call: CallState) => void;
  /** Neighbours in the list of calls that wait for something. */
  previous: CallState | undefined;
  next: CallState | undefined;
  isTracked = false;
  /** It has been delivered: whatever still comes in is too late. */
  isConcluded = false;
  controller: AbortController | undefined;
  stopListening: (() => void) | undefined;

  constructor(
    host: ExecutionParts,
    turn: TurnScope,
    onDone: (call: CallState) => void,
    deliver: (outcome: CallOutcome) => void,
  ) {
    this.host = host;
    this.turn = turn;
    this.deliver = deliver;
    this.startedAt = host.clock.now();
    this.onDone = onDone;
  }

  /** What is known of the tool, listed or not. */
  get subject(): CallSubject | undefined {
    return this.tool ?? this.recognised;
  }

  /** The call's id for people. It may be a model's own text, which may repeat a secret (contract 9.5). */
  get shownId(): string {
    return this.host.redactor.text(this.callId);
  }

  /** The name for people: one that nobody has is a model's own text. */
  get shownName(): string {
    return this.subject === undefined ? this.host.redactor.text(this.name) : this.name;
  }

  /** Made when first read: most tools never look at it, and a controller costs more than the whole pipeline. */
  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = createCallController((message, error) =>
        logCall(this, 'warn', 'tool-failed', message, { error }),
      );
      if (this.interruption !== undefined) abort(this.controller, this.interruption);
    }
    return this.controller.signal;
  }

  /** Stops the waiting. The reason that a tool sees is always one of ours, never the caller's. */
  interrupt(why: Interruption): void {
    if (this.interruption !== undefined || this.outcome !== undefined) return;
    this.interruption = why;
    if (this.controller !== undefined) abort(this.controller, why);
    this.onInterrupt?.(this);
  }

  /** Follows the caller's signal for this call alone. */
  listenToCaller(): void {
    const signal = this.callerSignal;
    if (signal === undefined || this.stopListening !== undefined) return;
    const onAbort = (): void => this.interrupt('cancelled');
    signal.addEventListener('abort', onAbort, { once: true });
    this.stopListening = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  }

  /** Ends the call with a text for the model; the first ending counts. */
  end(status: CallStatus, text: string): void {
    if (this.outcome !== undefined) return;
    const shown = this.host.redactor.text(text);
    const content = [{ type: 'text', text: shown }] as const;
    this.result = { content, isError: true, characters: shown.length };
    this.finish(status);
  }

  /** Ends the call with the result as it is; the first ending counts. */
  finish(status: CallStatus): CallOutcome {
    if (this.outcome !== undefined) return this.outcome;
    if (this.warning !== undefined) this.result = withNote(this.result ?? nothing, this.warning);
    const { content, structuredContent, isError, _meta } = this.result ?? nothing;
    const outcome: { -readonly [Key in keyof CallOutcome]: CallOutcome[Key] } = {
      content,
      isError,
      callId: this.callId,
      tool: this.shownName,
      status,
      executed: this.executed,
    };
    if (structuredContent !== undefined) outcome.structuredContent = structuredContent;
    if (_meta !== undefined) outcome._meta = _meta;
    if (this.argumentProblems !== undefined) {
      // Names of properties and values may repeat a secret, as the text may.
      const { redactor } = this.host;
      outcome.argumentProblems = this.argumentProblems.map(({ pointer, message }) => ({
        pointer: redactor.text(pointer),
        message: redactor.text(message),
      }));
    }
    this.outcome = outcome;
    return outcome;
  }
}

const noRepairs: readonly ArgumentRepair[] = Object.freeze([]);
const nothing: DraftResult = {
  content: [{ type: 'text', text: 'done' }],
  isError: false,
  characters: 4,
};

function withNote(result: DraftResult, text: string): DraftResult {
  const content = [...result.content, { type: 'text', text } as const];
  return { ...result, content, characters: result.characters + text.length };
}

function abort(controller: AbortController, why: Interruption): void {
  controller.abort(
    why === 'deadline'
      ? new DOMException('The call has reached its deadline.', 'TimeoutError')
      : new DOMException('The call was cancelled.', 'AbortError'),
  );
}

/** Whether nobody waits for the call any more. */
export function isUnwanted(call: CallState): boolean {
  return call.turn.isOver || call.interruption !== undefined || call.callerSignal?.aborted === true;
}
