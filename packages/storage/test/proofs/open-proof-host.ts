import {
  type AuditEntry,
  type AuditFilter,
  createHost,
  type Host,
  type HostOptions,
  type LogEntry,
  type Store,
} from '@loadout/core';
import { onTestFinished } from 'vitest';
import { openSqliteStore, openSqliteTraces, type SqliteTraces, tracesFileOf } from '../../src/index.js';
import { createProofCompanion } from './proof-companion.js';

/** A host with the files that it was opened on. */
export interface ProofHost {
  readonly host: Host;
  readonly store: Store;
  readonly traces: SqliteTraces;
  /** What was logged. */
  readonly log: readonly LogEntry[];
  /** A normal shutdown. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a host on a database and its traces, as an embedder does; it is closed when the test has finished. */
export async function openProofHost(file: string, options: HostOptions = {}): Promise<ProofHost> {
  const log: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void log.push(entry);
  const { clock } = options;
  const time = clock === undefined ? {} : { now: () => clock.now() };
  const store = await openSqliteStore({ file, ...time });
  const traces = await openSqliteTraces({ file: tracesFileOf(file), report: logger, ...time });
  const host = await createHost({
    store,
    traces,
    tokenUses: traces.tokenUses,
    companions: [createProofCompanion()],
    logger,
    ...options,
  });
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await host.close();
    await traces.close();
    await store.close();
  };
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  onTestFinished(close);
  return { host, store, traces, log, close };
}

/** The whole log of changes, page by page; newest first. */
export async function readAudit(host: Host, filter: AuditFilter = {}): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const page = await host.audit({ ...filter, limit: 1_000, ...(last === undefined ? {} : { beforeId: last.id }) });
    if (page.length === 0) return entries;
    entries.push(...page);
  }
}
