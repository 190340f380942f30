import { LoadoutError } from '../contract/errors.js';
import { createMemoryReader } from './memory-reader.js';
import { copyMemoryTables, createDraftTables, createMemoryTables, type DraftTables } from './memory-tables.js';
import { createMemoryWriter } from './memory-writer.js';
import type { Store } from './roles.js';

/**
 * A store that lives as long as the process: for tests, and for hosts that assign tools at every start. Changes are
 * made one after another, each on a draft that is published whole; what it hands out is frozen.
 */
export function createMemoryStore(): Store {
  const tables = createMemoryTables();
  let lastRevision = 0;
  /** Settles when the last change of the queue has; never rejects. */
  let queue: Promise<unknown> = Promise.resolve();

  return {
    ...createMemoryReader(() => tables),

    isDurable: false,

    change(work) {
      const result = queue.then(async () => {
        let draft: DraftTables | undefined = createDraftTables(tables);
        const open = (): DraftTables => {
          if (draft === undefined) throw createOverError();
          return draft;
        };
        try {
          const answer = await work(createMemoryWriter(open));
          if (publish(open())) lastRevision += 1;
          return answer;
        } finally {
          draft = undefined;
        }
      });
      queue = result.then(ignore, ignore);
      return result;
    },

    async read(work) {
      const moment = copyMemoryTables(tables);
      return work(createMemoryReader(() => moment));
    },

    revision: () => lastRevision,

    async close() {
      await queue;
    },
  };
}

/** Nothing can come between: it is synchronous. Answers whether anything was written. */
function publish(draft: DraftTables): boolean {
  const written = Object.values(draft).map((table) => table.publish());
  return written.includes(true);
}

function createOverError(): LoadoutError {
  return new LoadoutError(
    'STORE_UNAVAILABLE',
    'The change is over, and its writer reads and writes nothing any more. Wait for everything inside the change.',
  );
}

function ignore(): void {}
