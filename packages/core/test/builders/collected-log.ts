import type { LogEntry, Logger } from '@loadout/core';

/** A logger that keeps what it is told. */
export interface CollectedLog {
  readonly logger: Logger;
  /** Without what is said of every companion that is well: see {@link CollectedLog.routine}. */
  readonly entries: readonly LogEntry[];
  /** That companions were loaded, what they list, that they answer again, and what operators changed. */
  readonly routine: readonly LogEntry[];
  /** Messages of warnings and errors, of one companion or built-in where one is named. */
  warnings(companion?: string): string[];
  clear(): void;
}

const routineEvents: readonly string[] = ['companion-loaded', 'list-changed', 'companion-recovered', 'changed'];

export function collectLog(): CollectedLog {
  const entries: LogEntry[] = [];
  const routine: LogEntry[] = [];
  return {
    logger: (entry) => void (routineEvents.includes(entry.event) ? routine : entries).push(entry),
    entries,
    routine,
    warnings: (companion) =>
      entries
        .filter(({ level }) => level === 'warn' || level === 'error')
        .filter((entry) => companion === undefined || entry.companion === companion)
        .map(({ message }) => message),
    clear() {
      entries.splice(0);
      routine.splice(0);
    },
  };
}
