import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../config/usage-error.js';
import type { Session } from '../session.js';

/** What is left out, and how it is printed. */
interface BackupFlags {
  readonly withoutTraces?: boolean;
  readonly json?: boolean;
}

/** Copies the database while others use it, and the traces beside it. */
export async function backUp(
  { store, traces, configuration, out }: Session,
  name: string,
  { withoutTraces, json }: BackupFlags,
): Promise<number> {
  const { tracesFileOf } = await import('@loadout/storage');
  const file = resolve(name);
  if (store?.backUp === undefined) {
    throw new UsageError(
      `There is no database ${configuration.database}, so there is nothing to copy. See --database.`,
    );
  }
  const copied = traces === undefined || withoutTraces ? undefined : { traces, file: tracesFileOf(file) };
  // Before anything is written: half a backup is none.
  for (const target of [file, ...(copied === undefined ? [] : [copied.file])]) {
    if (existsSync(target)) throw new UsageError(`${target} is there already. Name a file that is not there yet.`);
  }
  await store.backUp(file);
  try {
    if (copied !== undefined) await copied.traces.backUp(copied.file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  if (json) out.printJson({ database: file, traces: copied?.file ?? null });
  else out.print(`Copied the database to ${file}${copied === undefined ? '' : `, and the traces to ${copied.file}`}.`);
  return 0;
}
