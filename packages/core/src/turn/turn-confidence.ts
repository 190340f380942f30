import { type ConfidenceLevel, reachesConfidence } from '../contract/confidence.js';
import type { InvocationContext } from '../contract/context.js';
import type { ConfidenceGuard } from '../execution/confidence-guard.js';
import type { TurnScope } from '../execution/execution-parts.js';
import type { ConversationLevels } from './conversation-levels.js';
import { invalidOption } from './invalid-option.js';
import type { OperatorView } from './operator-view.js';

/** The confidence of a model provider that nobody named. */
const UNNAMED: ConfidenceLevel = 'UNKNOWN';

/** What a {@link TurnConfidence} is made of. */
export interface TurnConfidenceParts extends Pick<InvocationContext, 'conversation' | 'modelProvider'> {
  readonly levels: ConversationLevels;
  readonly botId: string;
  /** What the conversation required when the turn began. */
  readonly required: ConfidenceLevel;
  readonly view: Pick<OperatorView, 'trustedModelProviders'>;
}

/** What a turn's results required so far, and whether its model provider reaches that. A turn has one model provider. */
export class TurnConfidence implements ConfidenceGuard {
  /** Of the model provider. */
  readonly level: ConfidenceLevel;
  readonly #parts: TurnConfidenceParts;
  readonly #isTrusted: boolean;
  #required: ConfidenceLevel;

  constructor(parts: TurnConfidenceParts) {
    const { modelProvider, view, required } = parts;
    this.level = modelProvider?.confidence ?? UNNAMED;
    this.#parts = parts;
    this.#isTrusted = modelProvider !== null && view.trustedModelProviders.has(modelProvider.id);
    this.#required = required;
  }

  get required(): ConfidenceLevel {
    return this.#required;
  }

  get isReached(): boolean {
    return this.reaches(this.#required);
  }

  reaches(required: ConfidenceLevel): boolean {
    return this.#isTrusted || reachesConfidence(this.level, required);
  }

  keep(required: ConfidenceLevel): Promise<void> | undefined {
    if (reachesConfidence(this.#required, required)) return undefined;
    const { conversation } = this.#parts;
    if (conversation !== null) return this.#write(conversation.id, required);
    this.#required = required;
    return undefined;
  }

  /** Another turn of the conversation may have kept a higher level meanwhile; then that counts here as well. */
  async #write(conversationId: string, required: ConfidenceLevel): Promise<void> {
    const { levels, botId } = this.#parts;
    const highest = await levels.raise(botId, conversationId, required);
    if (!reachesConfidence(this.#required, highest)) this.#required = highest;
  }
}

/**
 * Throws `CONFIGURATION_INVALID` where a turn would be resumed that may ask its model provider nothing: what was allowed
 * would run all the same, and be used up by it.
 */
export function requireReached({ context, confidence }: Pick<TurnScope, 'context' | 'confidence'>): void {
  if (confidence.isReached) return;
  const { modelProvider } = context;
  const found =
    modelProvider === null ? 'is not stated' : `${JSON.stringify(modelProvider.id)} has ${modelProvider.confidence}`;
  const problem = `${found}, and the turn requires one of confidence ${confidence.required}. Nothing has run: resume it with such a one`;
  throw invalidOption('modelProvider', problem, { in: 'resumeTurn' });
}
