import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../config/usage-error.js';

/** A file that log lines are added to. */
export interface LogFile {
  write(text: string): void;
  /** Goes on in a file of the same name, after the old one was moved away. */
  reopen(): void;
  close(): void;
}

/**
 * Opens the file, and makes it with its folder. Each line is written before `write` returns: what happened right before
 * the process ended is what somebody looks for. A line that cannot be written is lost, and `report` told of the first
 * one. Throws {@link UsageError}.
 */
export async function openLogFile(file: string, report: (message: string) => void): Promise<LogFile> {
  let descriptor: number | undefined = await open(file);
  let isLosing = false;
  const attempt = (work: () => void): void => {
    try {
      work();
      isLosing = false;
    } catch (error) {
      if (!isLosing)
        report(`The log file ${file} cannot be written: ${reasonOf(error)}. Lines are lost until it can be.`);
      isLosing = true;
    }
  };
  return {
    write: (text) => {
      if (descriptor === undefined) return;
      const target = descriptor;
      attempt(() => writeAll(target, Buffer.from(text)));
    },
    reopen: () =>
      attempt(() => {
        const next = openSync(file, 'a');
        if (descriptor !== undefined) closeSync(descriptor);
        descriptor = next;
      }),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

async function open(file: string): Promise<number> {
  try {
    const folder = dirname(file);
    // Its package is loaded where it is needed alone.
    if (!existsSync(folder)) (await import('@loadout/storage')).makeFolder(folder);
    return openSync(file, 'a');
  } catch (error) {
    throw new UsageError(
      `The log file ${file} cannot be opened: ${reasonOf(error)}. Name another one with "log.file" or LOADOUT_LOG_FILE.`,
      { cause: error },
    );
  }
}

/** One call may write a part only, as on a disk that is almost full. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
