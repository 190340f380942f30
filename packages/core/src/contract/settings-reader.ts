import type { ToolConfig } from './call.js';
import { ToolBlockedError } from './errors.js';

/**
 * Reads settings by type. A value of another type, a blank text and null count as missing: the host has checked them
 * already, and a reader is for what is left. What is required and missing throws a {@link ToolBlockedError} that
 * says what to fill in.
 */
export interface SettingsReader {
  /** A text without space around it. */
  text(field: string): string | undefined;
  text(field: string, fallback: string): string;
  requireText(field: string): string;
  /** Any finite number. */
  number(field: string): number | undefined;
  number(field: string, fallback: number): number;
  requireNumber(field: string): number;
  /** A whole number. */
  integer(field: string): number | undefined;
  integer(field: string, fallback: number): number;
  boolean(field: string): boolean | undefined;
  boolean(field: string, fallback: boolean): boolean;
  /** One of the texts given. */
  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined;
  choice<Choice extends string>(field: string, choices: readonly Choice[], fallback: Choice): Choice;
  /** The texts of a list, each without space around it, blank ones left out; empty where there is none. */
  list(field: string, fallback?: readonly string[]): readonly string[];
}

/** What a reader says where something is missing. */
export interface SettingsReaderOptions {
  /** Whose settings: a tool's name, or a companion's. Default: `the tool`. */
  readonly of?: string;
}

/**
 * A reader of settings, for implementations and companions.
 *
 * @example
 * execute(args, config, call) {
 *   const settings = createSettingsReader(config, { of: 'web_search' });
 *   const engine = settings.choice('engine', ['searxng', 'brave'], 'searxng');
 *   const apiKey = settings.requireText('apiKey');
 *   // …
 * }
 */
export function createSettingsReader(
  config: ToolConfig,
  { of: owner = 'the tool' }: SettingsReaderOptions = {},
): SettingsReader {
  const read = (field: string): unknown => (Object.hasOwn(config, field) ? config[field] : undefined);
  const text = (field: string): string | undefined => {
    const value = read(field);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const number = (field: string): number | undefined => {
    const value = read(field);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const require = <T>(field: string, value: T | undefined): T => {
    if (value !== undefined) return value;
    throw new ToolBlockedError(
      `${owner} is not configured: the setting "${field}" is missing. The operator can set it.`,
    );
  };
  const reader = {
    text: (field: string, fallback?: string) => text(field) ?? fallback,
    requireText: (field: string) => require(field, text(field)),
    number: (field: string, fallback?: number) => number(field) ?? fallback,
    requireNumber: (field: string) => require(field, number(field)),
    integer(field: string, fallback?: number) {
      const value = number(field);
      return value !== undefined && Number.isInteger(value) ? value : fallback;
    },
    boolean(field: string, fallback?: boolean) {
      const value = read(field);
      return typeof value === 'boolean' ? value : fallback;
    },
    choice(field: string, choices: readonly string[], fallback?: string) {
      const value = text(field);
      return value !== undefined && choices.includes(value) ? value : fallback;
    },
    list(field: string, fallback: readonly string[] = []) {
      const value = read(field);
      if (!Array.isArray(value)) return fallback;
      return (value as readonly unknown[]).flatMap((entry) =>
        typeof entry === 'string' && entry.trim() !== '' ? [entry.trim()] : [],
      );
    },
  };
  // Overloads say that a fallback is answered where there is one, which the methods do.
  return Object.freeze(reader) as unknown as SettingsReader;
}
