import type { Catalogue } from '../catalogue/catalogue.js';
import type { Roster } from '../companions/collect-providers.js';
import type { GuardedProvider } from '../companions/guarded-provider.js';
import type { TurnInstanceContext } from '../companions/instance-gate.js';
import type { ProviderSlot } from '../companions/provider-slot.js';
import type { Approver } from '../contract/approval.js';
import type { GuardedFetch } from '../contract/call.js';
import type { Clock } from '../contract/clock.js';
import type { InvocationContext } from '../contract/context.js';
import type { Logger } from '../contract/logger.js';
import type { TurnOptions } from '../contract/turn.js';
import type { TurnLimits } from '../contract/turn-limits.js';
import type { SchemaCompiler } from '../schema/compile-schema.js';
import type { Redactor } from '../settings/redactor.js';
import type { Store } from '../store/roles.js';
import type { TraceRecorder } from '../store/traces.js';
import type { CallEvents } from './call-events.js';
import type { CallRun } from './call-run.js';
import type { CallableTool } from './callable-tool.js';
import type { ConfidenceGuard } from './confidence-guard.js';
import type { ConversationApprovals } from './conversation-approvals.js';
import type { RecognisableTool } from './recognisable-tool.js';
import type { TurnBudget } from './turn-budget.js';
import type { WaitingCalls } from './waiting-calls.js';

/** What every call of a host shares. */
export interface ExecutionParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly traces: TraceRecorder;
  readonly store: Store;
  readonly compiler: SchemaCompiler;
  readonly waiting: WaitingCalls;
  readonly approver: Approver | undefined;
  readonly approvals: ConversationApprovals;
  readonly redactor: Redactor;
  readonly fetch: GuardedFetch;
  readonly events: CallEvents;
  readonly createId: () => string;
  /** Of turns that say nothing else; undefined where the host says nothing either. */
  readonly turnLimits: TurnLimits | undefined;
}

/** An instance as a turn has it. */
export interface TurnInstance {
  readonly provider: GuardedProvider;
  /** Set where the instance belongs to this turn alone; shared instances go through their gate. */
  readonly own: TurnInstanceContext | undefined;
}

/** What the embedder passed to the turn and its calls use as it is. */
export interface TurnWishes {
  readonly select: readonly string[] | undefined;
  readonly signal: AbortSignal | undefined;
  /** Checked. */
  readonly limits: TurnLimits | undefined;
  /** Over the host's. */
  readonly approver: Approver | undefined;
  readonly readAttachment: TurnOptions['readAttachment'] | undefined;
  readonly onProgress: TurnOptions['onProgress'] | undefined;
}

/** What every call of a turn shares. */
export interface TurnScope {
  readonly id: string;
  readonly botId: string;
  readonly context: InvocationContext;
  readonly options: TurnWishes;
  readonly catalogue: Catalogue;
  readonly roster: Roster;
  /** The offered tools by canonical name. */
  readonly tools: ReadonlyMap<string, CallableTool>;
  /** Assigned names, also of tools that are not offered. */
  readonly assigned: ReadonlySet<string>;
  /** Those of them that nobody lists, and whose owners may still answer for them. */
  readonly recognisable: ReadonlyMap<string, RecognisableTool>;
  /** What the conversation requires of the model provider. */
  readonly confidence: ConfidenceGuard;
  /** Approvals that hold for this turn. */
  readonly approved: Set<string>;
  readonly budget: TurnBudget;
  readonly run: CallRun;
  /** Whether calls are still wanted. */
  readonly isOver: boolean;
  /** An id for a call that came without one. */
  nextCallId(): string;
  callBegan(): void;
  /** The call has its result. */
  callEnded(): void;
  /** The instance behind a slot: the shared one, or this turn's own. May throw. */
  instanceOf(slot: ProviderSlot): TurnInstance | Promise<TurnInstance>;
}
