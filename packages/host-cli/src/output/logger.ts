import type { LogEntry, Logger, LogLevel } from '@loadout/core';
import { formatWhole } from './describe-error.js';
import { isWritten } from './log-level.js';
import type { Output } from './output.js';

/** What the command knows beside the entries. */
export interface LogKnowledge {
  /** Where a companion stands in the configuration. */
  readonly placeOf: (companionId: string) => string | undefined;
}

/** How entries become lines for people. */
export interface LogOptions extends LogKnowledge {
  readonly out: Output;
  readonly level: LogLevel;
}

/** Writes entries to standard error as people read them, with their marks, errors with their stack. */
export function createLogger({ out, level, placeOf }: LogOptions): Logger {
  return (entry) => {
    if (!isWritten(entry.level, level)) return;
    const text = formatEntry(entry, placeOf);
    if (entry.level === 'error') out.error(text);
    else if (entry.level === 'warn') out.warn(text);
    else out.note(text);
  };
}

/** One entry for people: what happened, in brackets to whom, below it the stack of an error. */
export function formatEntry(entry: LogEntry, placeOf: LogKnowledge['placeOf']): string {
  const place = entry.companion === undefined ? undefined : placeOf(entry.companion);
  const marks = [
    entry.companion === undefined ? undefined : `companion ${entry.companion}`,
    entry.bot === undefined ? undefined : `bot ${entry.bot}`,
    entry.tool === undefined ? undefined : `tool ${entry.tool}`,
    entry.errorId === undefined ? undefined : `error ${entry.errorId}`,
    place,
  ].filter((mark) => mark !== undefined);
  const stack = entry.level === 'error' && entry.error instanceof Error ? formatWhole(entry.error) : undefined;
  const tail = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  return `${entry.message}${tail}${stack === undefined ? '' : `\n${indent(stack)}`}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
