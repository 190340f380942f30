import type { ModelAdapter, ModelCall, ResponseContext } from '../contract/model-adapter.js';
import type { TurnClaim } from './claim-turn.js';

/** The ids that calls have already, as far as the loop of a turn has seen them: two calls never share one (contract 7.6). */
export class UsedIds {
  readonly #adapter: ModelAdapter;
  readonly #turnId: string;
  readonly #ids = new Set<string>();

  constructor(adapter: ModelAdapter, turnId: string) {
    this.#adapter = adapter;
    this.#turnId = turnId;
  }

  /** What is known of a turn that waited: its process, and with it this list, may be another one. */
  addKept({ document, transcript }: Pick<TurnClaim, 'document' | 'transcript'>): void {
    for (const id of document.usedIds ?? []) this.#ids.add(id);
    this.addCalls(document.calls.map(({ call }) => call));
    this.addTranscript(transcript);
  }

  addCalls(calls: readonly ModelCall[]): void {
    for (const { id } of calls) this.#ids.add(id);
  }

  addTranscript(transcript: readonly unknown[] | null): void {
    for (const id of this.#adapter.listCallIds(transcript ?? [])) this.#ids.add(id);
  }

  /** All of them but those that the transcript has. */
  listBeside(transcript: readonly unknown[] | null): readonly string[] {
    const known = new Set(this.#adapter.listCallIds(transcript ?? []));
    return [...this.#ids].filter((id) => !known.has(id));
  }

  /** What the response to the turn's request of this number is read against. */
  contextOf(request: number): ResponseContext {
    return { usedIds: new Set(this.#ids), salt: `${this.#turnId}/${request}` };
  }
}
