import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { LOCK_TIMEOUT_MS } from './retry-while-busy.js';

// One statement that reads a whole table takes a second where the table is large, and better-sqlite3 holds the event
// loop of the thread that asked. So a thread of its own asks. It does nothing else: its program is a text, which is the
// same from sources, from built packages and inside one bundled file, where no second file would be found.
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.module);
  let database;
  parentPort.on('message', (query) => {
    if (query === null) {
      database?.close();
      parentPort.close();
      return;
    }
    try {
      database ??= new Database(workerData.file, workerData.options);
      parentPort.postMessage({ rows: database.prepare(query.sql).all(query.parameters) });
    } catch (error) {
      parentPort.postMessage({ error: { message: error.message, code: error.code } });
    }
  });
`;

type Answer =
  | { readonly rows: readonly unknown[] }
  | { readonly error: { readonly message: string; readonly code?: string } };

/** A connection that reads a file, one query after another, while the event loop of this thread is free. */
export class SqliteReaderThread {
  readonly #worker: Worker;

  constructor(file: string) {
    this.#worker = new Worker(program, {
      eval: true,
      // Flags and hooks of this process, a loader of sources for one, are none of its business.
      execArgv: [],
      workerData: {
        file,
        module: createRequire(import.meta.url).resolve('better-sqlite3'),
        // Waiting inside SQLite holds nobody here.
        options: { timeout: LOCK_TIMEOUT_MS, readonly: true, fileMustExist: true },
      },
    });
  }

  /** All rows. Wait for it before the next query. Throws what SQLite threw. */
  async readAll<Row>(sql: string, ...parameters: readonly unknown[]): Promise<readonly Row[]> {
    const answered = once(this.#worker, 'message');
    this.#worker.postMessage({ sql, parameters });
    const [answer] = (await answered) as [Answer];
    // The type of the rows is what the query says.
    if ('rows' in answer) return answer.rows as readonly Row[];
    const { message, code } = answer.error;
    throw code === undefined ? new Error(message) : new Database.SqliteError(message, code);
  }

  /** Resolves when the file is let go of. */
  async close(): Promise<void> {
    const ended = once(this.#worker, 'exit');
    this.#worker.postMessage(null);
    await ended;
  }
}
