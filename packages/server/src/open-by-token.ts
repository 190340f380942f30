import { HttpProblem } from './problem.js';

/** Counts what each token has open, and refuses what would be more than it may have. */
export class OpenByToken {
  readonly #limit: number;
  readonly #what: string;
  readonly #counts = new Map<string, number>();

  /** `what` is counted, in the plural. */
  constructor(limit: number, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  /** Answers the function that gives it back, to be called once. Throws 429. */
  take(tokenId: string): () => void {
    const count = this.#counts.get(tokenId) ?? 0;
    if (count >= this.#limit) {
      const detail = `This token may have ${this.#limit} ${this.#what} open, and has as many.`;
      throw new HttpProblem(429, detail, { headers: { 'retry-after': '10' } });
    }
    this.#counts.set(tokenId, count + 1);
    return () => this.#release(tokenId);
  }

  #release(tokenId: string): void {
    const left = (this.#counts.get(tokenId) ?? 1) - 1;
    if (left > 0) this.#counts.set(tokenId, left);
    else this.#counts.delete(tokenId);
  }
}
