import type { Source } from '../contract/loop.js';
import type { CallOutcome } from '../contract/result.js';
import { SOURCES_FIELD } from '../execution/meta-fields.js';
import { readSource } from '../execution/read-source.js';

/** More are not kept: they are for people to look at. */
const MAX_SOURCES = 100;

/** The sources of a turn's results, each address once, in the order in which they came. */
export class SourceCollection {
  readonly #sources: Map<string, Source>;

  /** `earlier`: of a turn that waited and goes on. */
  constructor(earlier: readonly Source[] = []) {
    this.#sources = new Map(earlier.map((source) => [source.url, source]));
  }

  /** What tools say is foreign: an entry that is no web address is left out. */
  add({ _meta }: Pick<CallOutcome, '_meta'>): void {
    const stated = _meta?.[SOURCES_FIELD];
    if (!Array.isArray(stated)) return;
    for (const entry of stated as readonly unknown[]) {
      const source = readSource(entry);
      if (source !== undefined && this.#sources.size < MAX_SOURCES && !this.#sources.has(source.url)) {
        this.#sources.set(source.url, source);
      }
    }
  }

  list(): readonly Source[] {
    return Object.freeze([...this.#sources.values()]);
  }
}
