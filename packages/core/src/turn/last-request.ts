import type { StopReason } from '../contract/loop.js';
import type { ModelResponse } from '../contract/model-adapter.js';
import type { Refusal } from '../execution/loop-call.js';
import { explainLimit } from '../execution/require-budget.js';
import type { SpentLimit, TurnBudget } from '../execution/turn-budget.js';
import type { SettledCalls } from './loop-calls.js';

/** Why the next request is the last one. */
export type FinalReason = Extract<
  StopReason,
  'calls-spent' | 'characters-spent' | 'time-spent' | 'repetition' | 'length'
>;

const reasons: Readonly<Record<SpentLimit, FinalReason>> = {
  calls: 'calls-spent',
  characters: 'characters-spent',
  time: 'time-spent',
};

const CUT_OFF: Refusal = {
  status: 'ERROR',
  text: 'Your answer was cut off by its length, and with it this call perhaps. It did not run. Answer more briefly, with fewer or shorter calls.',
};

/** Whether the model is asked for the last time (contract 7.3), why, and what it is told. */
export class LastRequest {
  readonly #budget: TurnBudget;
  #reason: FinalReason | undefined;
  /** In the response before: whether a call was refused as a repetition, and whether it was cut off before its calls ran. */
  #hadRepetition = false;
  #wasCut = false;

  constructor(budget: TurnBudget) {
    this.#budget = budget;
  }

  /** Undefined: further requests may follow the next one. */
  get reason(): FinalReason | undefined {
    return this.#reason;
  }

  /** Something was used up, perhaps the last of it. */
  look(): void {
    const { spent } = this.#budget;
    if (spent !== null) this.#reason = reasons[spent];
  }

  /** A response with calls, which have their results; `wasFinal`: that of the last request. */
  add(response: { readonly isCut: boolean; readonly wasFinal: boolean } & Pick<SettledCalls, 'repetition'>): void {
    const { isCut, wasFinal, repetition } = response;
    if (repetition.all && this.#hadRepetition) this.#reason ??= 'repetition';
    this.#hadRepetition = repetition.any;
    if (isCut && this.#wasCut && !wasFinal) this.#reason ??= 'length';
    this.#wasCut = isCut;
  }

  /** Why no call of a response is run; undefined where they are. */
  refusalOf(ending: ModelResponse['ending']): Refusal | undefined {
    if (this.#reason !== undefined) return { status: 'BLOCKED', text: `${this.explain()} The call did not run.` };
    if (ending === 'length') return CUT_OFF;
    if (ending === 'refused') return { status: 'CANCELLED', text: 'The answer was broken off. The call did not run.' };
    return undefined;
  }

  /** For the model. */
  explain(): string {
    const { spent, limits } = this.#budget;
    if (spent !== null) return `${explainLimit(spent, limits)} Answer now with what you have, and call no more tools.`;
    return 'No more tools can be called in this turn. Answer now with what you have.';
  }
}
