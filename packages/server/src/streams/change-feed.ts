import type { Host } from '@loadout/core';

/** Told what has happened since it was told last. Must not throw. */
export interface FeedListener {
  /** The store or the catalogue is another. */
  changed?(revision: string): void;
  /** Traces were written. */
  traced?(): void;
  /** It has looked, whatever it found. */
  looked?(): void;
  /** Nothing has happened for a while. */
  ping?(): void;
}

/** How often it looks, and how often it says that it lives. */
export interface ChangeFeedOptions {
  readonly pollMs: number;
  readonly pingMs: number;
}

/**
 * Looks for changes, also of other processes, by comparing two revisions, which costs next to nothing. One timer serves
 * all who listen, and runs only while somebody does.
 */
export class ChangeFeed {
  readonly #host: Host;
  readonly #options: ChangeFeedOptions;
  readonly #listeners = new Set<FeedListener>();
  #timer: NodeJS.Timeout | undefined;
  #revision: string | undefined;
  #traceRevision: string | number | undefined;
  #silentMs = 0;

  constructor(host: Host, options: ChangeFeedOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Answers the function that ends it. */
  subscribe(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      const found = this.#read();
      this.#revision = found?.revision;
      this.#traceRevision = found?.traceRevision;
      this.#silentMs = 0;
      this.#timer = setInterval(() => this.#look(), this.#options.pollMs).unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Nothing where the host was closed, or its files cannot be read at present: there will be a next time. */
  #read(): { readonly revision: string; readonly traceRevision: string | number | undefined } | undefined {
    try {
      return { revision: this.#host.revision(), traceRevision: this.#host.traces.revision?.() };
    } catch {
      return undefined;
    }
  }

  #look(): void {
    const found = this.#read();
    for (const listener of this.#listeners) listener.looked?.();
    if (found === undefined) return;
    const { revision, traceRevision } = found;
    if (revision !== this.#revision) for (const listener of this.#listeners) listener.changed?.(revision);
    // A recorder that cannot tell is asked each time.
    if (traceRevision === undefined || traceRevision !== this.#traceRevision) {
      for (const listener of this.#listeners) listener.traced?.();
    }
    this.#revision = revision;
    this.#traceRevision = traceRevision;
    this.#silentMs += this.#options.pollMs;
    if (this.#silentMs < this.#options.pingMs) return;
    this.#silentMs = 0;
    for (const listener of this.#listeners) listener.ping?.();
  }
}
