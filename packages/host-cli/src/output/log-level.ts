import type { LogLevel } from '@loadout/core';

const weights: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Whether a line of this level is written where `least` is the least grave one. */
export function isWritten(level: LogLevel, least: LogLevel): boolean {
  return weights[level] >= weights[least];
}
