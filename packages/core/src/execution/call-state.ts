import type { ProviderSlot } from '../companions/provider-slot.js';
import type { ToolConfig } from '../contract/call.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ToolPolicy } from '../contract/policy.js';
import type { CallExecuted, CallOutcome, CallStatus, ContentPart } from '../contract/result.js';
import type { ToolCall } from '../contract/turn.js';
import type { ArgumentRepair } from '../store/traces.js';
import type { CallableTool } from './callable-tool.js';
import type { ExecutionParts, TurnScope } from './execution-parts.js';

/** Why a call was given up. */
export type Interruption = 'cancelled' | 'deadline';

/** Where a call goes: to the owner of a listed tool, or to a provider that recognised an assigned name. */
export interface CallRoute {
  readonly slot: ProviderSlot;
  /** The provider's own name for the tool. */
  readonly ownName: string;
  readonly policy: ToolPolicy;
  readonly config: ToolConfig;
}

/** A result on its way to the model. */
export interface DraftResult {
  readonly content: readonly ContentPart[];
  readonly structuredContent?: JsonObject;
  readonly isError: boolean;
  readonly _meta?: JsonObject;
  /** Characters that reach the model. */
  readonly characters: number;
}

const nothing: DraftResult = { content: [{ type: 'text', text: 'done' }], isError: false, characters: 4 };

/**
 * All that is known of one call while it goes through the pipeline. Each step reads what earlier ones left
 * here. All fields are set in the constructor, so that every call has the same hidden class.
 */
export class CallState {
  readonly host: ExecutionParts;
  readonly turn: TurnScope;
  readonly request: ToolCall;
  readonly callId: string;
  readonly startedAt: number;
  order = 0;
  /** The canonical name, or the name as called. */
  name: string;
  tool: CallableTool | undefined = undefined;
  route: CallRoute | undefined = undefined;
  /** The tool's own copy. */
  args: JsonObject | undefined = undefined;
  /** For the trace: as they were when the tool got them. */
  tracedArguments: JsonValue = null;
  repairs: readonly ArgumentRepair[] = [];
  deadlineAt = Number.POSITIVE_INFINITY;
  executed: CallExecuted = 'no';
  /** What the tool answered. */
  returned: unknown = undefined;
  result: DraftResult | undefined = undefined;
  errorId: string | undefined = undefined;
  outcome: CallOutcome | undefined = undefined;
  interruption: Interruption | undefined = undefined;
  /** Whoever waits is woken by an interruption. */
  onInterrupt: (() => void) | undefined = undefined;
  /** Neighbours in the list of calls that wait for something. */
  previous: CallState | undefined = undefined;
  next: CallState | undefined = undefined;
  isTracked = false;
  #controller: AbortController | undefined = undefined;
  #stopListening: (() => void) | undefined = undefined;

  constructor(host: ExecutionParts, turn: TurnScope, request: ToolCall, callId: string) {
    this.host = host;
    this.turn = turn;
    this.request = request;
    this.callId = callId;
    this.name = request.name;
    this.startedAt = host.clock.now();
  }

  /** Made when first read: most tools never look at it, and a controller costs more than the whole pipeline. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.interruption !== undefined) this.#abort();
    }
    return this.#controller.signal;
  }

  /** Stops the waiting. The reason that a tool sees is always one of ours, never the caller's. */
  interrupt(why: Interruption): void {
    if (this.interruption !== undefined || this.outcome !== undefined) return;
    this.interruption = why;
    this.#abort();
    this.onInterrupt?.();
  }

  /** Follows the caller's signal for this call alone. */
  listenToCaller(): void {
    const { signal } = this.request;
    if (signal === undefined || this.#stopListening !== undefined) return;
    const onAbort = (): void => this.interrupt('cancelled');
    signal.addEventListener('abort', onAbort, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  }

  stopListening(): void {
    this.#stopListening?.();
  }

  /** Ends the call with a text for the model. */
  end(status: CallStatus, text: string): void {
    if (this.outcome !== undefined) return;
    this.result = { content: [{ type: 'text', text }], isError: true, characters: text.length };
    this.finish(status);
  }

  /** Ends the call with the result as it is; the first ending counts. */
  finish(status: CallStatus): CallOutcome {
    this.outcome ??= this.#createOutcome(status);
    return this.outcome;
  }

  #createOutcome(status: CallStatus): CallOutcome {
    const { content, structuredContent, isError, _meta } = this.result ?? nothing;
    const outcome: { -readonly [Key in keyof CallOutcome]: CallOutcome[Key] } = {
      content,
      isError,
      callId: this.callId,
      tool: this.name,
      status,
      executed: this.executed,
    };
    if (structuredContent !== undefined) outcome.structuredContent = structuredContent;
    if (_meta !== undefined) outcome._meta = _meta;
    return outcome;
  }

  #abort(): void {
    this.#controller?.abort(
      this.interruption === 'deadline'
        ? new DOMException('The call has reached its deadline.', 'TimeoutError')
        : new DOMException('The call was cancelled.', 'AbortError'),
    );
  }
}

/** Whether nobody waits for the call any more. */
export function isUnwanted(call: CallState): boolean {
  return call.turn.isOver || call.interruption !== undefined || call.request.signal?.aborted === true;
}
