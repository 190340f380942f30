import type { LogEntry, Logger } from '@loadout/core';

/** A logger that keeps what it is told. */
export interface CollectedLog {
  readonly logger: Logger;
  readonly entries: readonly LogEntry[];
  /** Messages of warnings and errors, of one companion or built-in where one is named. */
  warnings(companion?: string): string[];
  clear(): void;
}

export function collectLog(): CollectedLog {
  const entries: LogEntry[] = [];
  return {
    logger: (entry) => void entries.push(entry),
    entries,
    warnings: (companion) =>
      entries
        .filter(({ level }) => level === 'warn' || level === 'error')
        .filter((entry) => companion === undefined || entry.companion === companion)
        .map(({ message }) => message),
    clear: () => void entries.splice(0),
  };
}
