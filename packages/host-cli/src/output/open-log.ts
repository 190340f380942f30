import type { Logger } from '@loadout/core';
import type { LogSettings } from '../config/configuration.js';
import { isWritten } from './log-level.js';
import { createLogger, formatEntry, type LogKnowledge } from './logger.js';
import { neutraliseText } from './neutralise.js';
import type { Output, OutputStream } from './output.js';

/** Where the log of a command goes. */
export interface LogTargets extends LogKnowledge {
  readonly settings: LogSettings;
  /** `serving`: nobody may look on, and the log is all that there is. */
  readonly mode: 'once' | 'serving';
  readonly out: Output;
  readonly stderr: OutputStream;
}

/** An open log. */
export interface Log {
  readonly logger: Logger;
  /** What the command says beside its results: as lines of the log where nobody looks on. */
  readonly out: Output;
  close(): void;
}

/**
 * Commands that end at once say what people should know on standard error. A server writes lines of JSON there, unless
 * it is a terminal, or a file was named. The file gets the lines of every command. JSON is loaded when it is written.
 */
export async function openLog(targets: LogTargets): Promise<Log> {
  const { settings, mode, out, stderr } = targets;
  const loggers: Logger[] = [];
  const isForPeople = mode === 'once' || (stderr.isTTY === true ? settings.format !== 'json' : false);
  const file = settings.file === undefined ? undefined : await openFile(settings.file, targets, loggers);
  if (isForPeople) {
    loggers.push(createLogger({ ...targets, level: settings.level ?? 'warn' }));
  } else if (file === undefined) {
    const write = (text: string): void => void stderr.write(text);
    loggers.push(await createLineLogger(targets, write));
  }
  const logger: Logger = (entry) => {
    for (const each of loggers) each(entry);
  };
  return {
    logger,
    out: isForPeople ? out : withLog(out, logger),
    close: () => file?.close(),
  };
}

async function openFile(path: string, targets: LogTargets, loggers: Logger[]): Promise<{ close(): void }> {
  const { openLogFile } = await import('./log-file.js');
  const file = await openLogFile(path, targets.out.warn);
  loggers.push(await createLineLogger(targets, file.write));
  if (targets.mode === 'once') return file;
  const reopen = (): void => file.reopen();
  process.on('SIGUSR2', reopen);
  return {
    close: () => {
      process.off('SIGUSR2', reopen);
      file.close();
    },
  };
}

/** Lines for programs, or with `text` for people who read a file. */
async function createLineLogger(targets: LogTargets, write: (line: string) => void): Promise<Logger> {
  const { settings, placeOf } = targets;
  const level = settings.level ?? 'info';
  if (settings.format === 'text') {
    return (entry) => {
      if (!isWritten(entry.level, level)) return;
      const text = neutraliseText(formatEntry(entry, placeOf));
      write(`${new Date().toISOString()} ${entry.level.padEnd(5)} ${entry.event}: ${text}\n`);
    };
  }
  const { createPinoLogger } = await import('./pino-logger.js');
  return createPinoLogger({ level, destination: { write }, placeOf });
}

/** Between lines of a log others would be in the way of whatever reads it. */
function withLog(out: Output, logger: Logger): Output {
  const log = (level: 'info' | 'warn' | 'error') => (message: string) => logger({ level, event: 'command', message });
  return { ...out, note: log('info'), warn: log('warn'), error: log('error') };
}
