import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { UsageError } from '../config/usage-error.js';
import type { Session } from '../session.js';
import { describeChange } from './describe-change.js';
import { readDocument } from './read-json.js';

/** How it is done and printed. */
interface ImportFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Makes what a document names as it says, and prints what is different now. */
export async function importAll({ host, out }: Session, file: string, { dryRun, json }: ImportFlags): Promise<number> {
  const document = readDocument(await readText(file), file === '-' ? 'standard input' : file);
  const { changes, remarks } = await host.import(document, { dryRun: dryRun === true });
  if (json) out.printJson({ changes, remarks });
  else {
    for (const change of changes) out.print(describeChange(change, out.style));
    out.print(summarise(changes.length, dryRun === true));
  }
  for (const remark of remarks) out.warn(remark);
  return 0;
}

function summarise(count: number, isDryRun: boolean): string {
  if (count === 0) return 'Nothing is different: the host has all of it already.';
  const changes = count === 1 ? '1 change' : `${count} changes`;
  return isDryRun ? `${changes} would be made. Nothing was changed.` : `${changes} made.`;
}

async function readText(file: string): Promise<string> {
  if (file === '-') return readAll(process.stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The document ${file} cannot be read: ${reason}. Name a file of "loadout export".`, {
      cause: error,
    });
  }
}
