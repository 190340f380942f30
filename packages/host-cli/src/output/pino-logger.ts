import type { LogEntry, Logger, LogLevel } from '@loadout/core';
import { pino, stdTimeFunctions } from 'pino';
import { formatWhole } from './describe-error.js';
import type { LogKnowledge } from './logger.js';
import { neutraliseJson } from './neutralise.js';

/** Where lines go and which. */
export interface PinoLoggerOptions extends LogKnowledge {
  readonly level: LogLevel;
  readonly destination: { write(line: string): void };
}

/**
 * One JSON object a line: `level`, `time`, `pid`, `event`, `msg`, and what is known of companion, bot, turn, call and
 * tool. Of an error only type, message, code and stack with its causes: other fields of it may hold anything, secrets too.
 */
export function createPinoLogger({ level, destination, placeOf }: PinoLoggerOptions): Logger {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Pino's own adds every field of an error.
      serializers: { err: (error: unknown) => error },
      // A log is read on terminals.
      hooks: { streamWrite: (line) => neutraliseJson(line.slice(0, -1)) + line.slice(-1) },
    },
    destination,
  );
  return (entry) => logger[entry.level](toFields(entry, placeOf), entry.message);
}

function toFields(entry: LogEntry, placeOf: LogKnowledge['placeOf']): object {
  const { event, companion, bot, turn, call, tool, errorId, data, error } = entry;
  const place = companion === undefined ? undefined : placeOf(companion);
  return { event, companion, bot, turn, call, tool, errorId, place, data, err: describeThrown(error) };
}

interface Thrown {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
}

function describeThrown(error: unknown): Thrown | undefined {
  if (error === undefined) return undefined;
  const stack = formatWhole(error);
  try {
    if (!(error instanceof Error)) return { type: typeof error, message: stack, stack };
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { type: String(error.name), message: String(error.message), ...code, stack };
  } catch {
    return { type: 'unknown', message: stack, stack };
  }
}
