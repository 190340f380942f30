import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreReader, StoreWriter } from '@loadout/core';
import { LoadoutError } from '@loadout/core';
import type Database from 'better-sqlite3';
import { withCallsInOrder } from '../calls-in-order.js';
import type { DatabaseSession } from '../database-session.js';
import type { StoreDatabase } from '../schema.js';
import { createStoreReader } from '../store-reader.js';
import { createStoreWriter } from '../store-writer.js';
import { isBusy } from './retry-while-busy.js';
import { toStoreError } from './sqlite-error.js';

const CHANGE_OVER =
  'The change is over, and its writer reads and writes nothing any more. Wait for everything inside the change.';
const READ_OVER = 'The read is over, and its reader reads nothing any more. Wait for everything inside the read.';

/** The connections of one store to one file. */
export interface SqliteConnections {
  /** Has one connection: changes follow each other. */
  readonly writer: StoreDatabase;
  /** Has several, so that a long list keeps nobody from a short read. */
  readonly readers: StoreDatabase;
  /** Is asked for nothing but the revision, and never in a transaction: it always knows of the last commit. */
  readonly watcher: Database.Database;
}

/** One open database file: what goes in and out of it, whether it changed, and its end. */
export class SqliteSession implements DatabaseSession {
  readonly #file: string;
  readonly #connections: SqliteConnections;
  readonly #timestamp: () => string;
  readonly #closeTimeoutMs: number;
  /** SQLite's count of commits by other connections: asked past Kysely, as it must not wait. */
  readonly #dataVersion: Database.Statement<[], number>;
  readonly #running = new Set<Promise<unknown>>();
  #unknownVersions = 0;
  #closing: Promise<void> | undefined;

  constructor(
    file: string,
    connections: SqliteConnections,
    { timestamp, closeTimeoutMs }: { readonly timestamp: () => string; readonly closeTimeoutMs: number },
  ) {
    this.#file = file;
    this.#connections = connections;
    this.#timestamp = timestamp;
    this.#closeTimeoutMs = closeTimeoutMs;
    this.#dataVersion = connections.watcher.prepare<[], number>('pragma data_version').pluck();
  }

  read<T>(query: (database: StoreDatabase) => Promise<T>): Promise<T> {
    return this.run(() => query(this.#connections.readers));
  }

  readWhole<T>(queries: (database: StoreDatabase) => Promise<T>): Promise<T> {
    return this.run(() =>
      this.#connections.readers
        .transaction()
        .setAccessMode('read only')
        .setIsolationLevel('repeatable read')
        .execute(queries),
    );
  }

  readMoment<T>(work: (reader: StoreReader) => Promise<T>): Promise<T> {
    return this.readWhole((transaction) =>
      withCallsInOrder(transaction, READ_OVER, (call) => work(createStoreReader({ read: call, readWhole: call }))),
    );
  }

  change<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.run(() =>
      this.#connections.writer
        .transaction()
        .execute((transaction) =>
          withCallsInOrder(transaction, CHANGE_OVER, (call) => work(createStoreWriter(call, this.#timestamp))),
        ),
    );
  }

  /** Another number after every commit, of this process or of any other one. */
  revision(): number {
    this.#requireOpen();
    try {
      return this.#dataVersion.get() ?? this.#nextUnknownVersion();
    } catch (error) {
      // While another process recovers the file nobody can tell; who reads because of this waits until it is done.
      if (isBusy(error)) return this.#nextUnknownVersion();
      throw toStoreError(error, this.#file, 'read');
    }
  }

  /** Work that {@link close} waits for. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Lets what is running end, for a while, then closes the file: what still runs is undone. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const patience = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#running),
      sleep(this.#closeTimeoutMs, undefined, { signal: patience.signal }).catch(ignore),
    ]);
    patience.abort();
    this.#connections.watcher.close();
    await this.#connections.readers.destroy();
    // Last, because the last connection tidies up, which a reader cannot.
    await this.#connections.writer.destroy();
  }

  /** Below zero, where no version of the database is. */
  #nextUnknownVersion(): number {
    this.#unknownVersions += 1;
    return -this.#unknownVersions;
  }

  #requireOpen(): void {
    if (this.#closing === undefined) return;
    throw new LoadoutError('STORE_UNAVAILABLE', `The database "${this.#file}" was closed. Open it again.`, {
      details: { file: this.#file },
    });
  }
}

function ignore(): void {}
