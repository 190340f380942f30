/** More than this many lasting approvals are not remembered; the oldest is asked again. */
const MAX_REMEMBERED = 10_000;

/** Approvals that hold for a conversation, while the host runs. */
export class ApprovalMemory {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size <= MAX_REMEMBERED) return;
    const oldest = this.#keys.values().next();
    if (oldest.done !== true) this.#keys.delete(oldest.value);
  }
}
