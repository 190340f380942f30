import type { LogEntry, Logger } from '@loadout/core';
import type { Output } from './output.js';

/** What the logger of the command knows beside the entries. */
export interface LogOptions {
  readonly out: Output;
  /** Where a companion stands in the configuration. */
  readonly placeOf: (companionId: string) => string | undefined;
  /** Whether the entry says what was said already. */
  readonly isKnown?: (entry: LogEntry) => boolean;
}

/** Writes the host's warnings and errors to standard error, each once with its marks, errors with their stack. */
export function createLogger({ out, placeOf, isKnown = () => false }: LogOptions): Logger {
  return (entry) => {
    if (entry.level === 'debug' || entry.level === 'info' || isKnown(entry)) return;
    const text = formatEntry(entry, placeOf);
    if (entry.level === 'error') out.error(text);
    else out.warn(text);
  };
}

function formatEntry(entry: LogEntry, placeOf: LogOptions['placeOf']): string {
  const place = entry.companion === undefined ? undefined : placeOf(entry.companion);
  const marks = [
    entry.companion === undefined ? undefined : `companion ${entry.companion}`,
    entry.bot === undefined ? undefined : `bot ${entry.bot}`,
    entry.tool === undefined ? undefined : `tool ${entry.tool}`,
    entry.errorId === undefined ? undefined : `error ${entry.errorId}`,
    place,
  ].filter((mark) => mark !== undefined);
  const stack = entry.level === 'error' && entry.error instanceof Error ? entry.error.stack : undefined;
  const tail = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  return `${entry.message}${tail}${stack === undefined ? '' : `\n${indent(stack)}`}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
