import type { ConfigurationFlags } from '../config/configuration.js';
import type { Command, Needs } from '../session.js';
import { parseLocale } from './parse-flags.js';

/** What a command adds to the flags that all have. */
export interface RunOptions {
  readonly flags?: ConfigurationFlags;
  readonly signal?: AbortSignal;
  /** Says nothing beside its results, whatever is wrong: a shell waits for words. */
  readonly isSilent?: boolean;
}

/** Opens what a command needs and runs it; the process ends with its exit code. */
export type Run = (needs: Needs, work: Command, options?: RunOptions) => Promise<void>;

/** The flag of commands that print a result. */
export interface JsonFlag {
  readonly json?: boolean;
}

/** The flag of commands that show labels. */
export interface LocaleFlag {
  readonly locale?: string;
}

/** Its description in every help. */
export const localeOption = [
  '--locale <tag>',
  'labels in this language, such as de-AT (default: that of the environment)',
  parseLocale,
] as const;

/** Its description in every help. */
export const jsonOption = ['--json', 'print JSON'] as const;
