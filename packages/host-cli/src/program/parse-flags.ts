import { InvalidArgumentError } from 'commander';
import { LOG_LEVELS, readLogLevel, readPort } from '../config/environment.js';

/** Refuses what is blank: a variable of a script that is empty would otherwise name something else. */
export function parseText(expected: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '') throw new InvalidArgumentError(`Expected ${expected}.`);
    return text;
  };
}

/** A tag of BCP 47. */
export function parseLocale(text: string): string {
  try {
    if (Intl.getCanonicalLocales(text).length === 1) return text;
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError('Expected a language tag, such as de-AT.');
}

/** A port, 0 for a free one. */
export function parsePort(text: string): number {
  const port = readPort(text);
  if (port === undefined) throw new InvalidArgumentError('Expected a number from 0 to 65535.');
  return port;
}

/** How grave a line of the log has to be. */
export function parseLogLevel(text: string): (typeof LOG_LEVELS)[number] {
  const level = readLogLevel(text);
  if (level === undefined) throw new InvalidArgumentError(`Expected one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

/** How many of something are listed. */
export function parseLimit(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= 100_000) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 to 100000.');
}
