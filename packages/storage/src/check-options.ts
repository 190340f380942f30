import { LoadoutError } from '@loadout/core';

/** What an option has to be. */
export type OptionKind = 'a path' | 'a function' | 'an object' | 'a number above 0';

const fits: Readonly<Record<OptionKind, (value: unknown) => boolean>> = {
  'a path': (value) => typeof value === 'string' && value !== '' && value !== ':memory:' && !value.includes('\0'),
  'a function': (value) => typeof value === 'function',
  'an object': isObject,
  'a number above 0': (value) => typeof value === 'number' && value > 0,
};

/** What is checked. */
export interface OptionRules {
  /** Whose options they are. */
  readonly method: string;
  /** Options by name. A path is needed, everything else may be absent. */
  readonly kinds: Readonly<Record<string, OptionKind>>;
  /** How names begin. */
  readonly within?: string;
  /** What to do instead where a path is none. */
  readonly remedy?: string;
}

/** Throws `CONFIGURATION_INVALID`, naming the option, what was expected and what came. */
export function checkOptions(options: unknown, { method, kinds, within = '', remedy = '' }: OptionRules): void {
  if (!isObject(options)) throw wrongOption(`${method}: its options have to be an object, but are`, options);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(kinds, name)) continue;
    const message = `${method}: there is no option "${within}${name}". Known: ${Object.keys(kinds).join(', ')}.`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { option: `${within}${name}` } });
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const value = options[name];
    if (fits[kind](value) || (value === undefined && kind !== 'a path')) continue;
    const hint = kind === 'a path' ? remedy : '';
    throw wrongOption(`${method}: ${within}${name} has to be ${kind}, but is`, value, { option: within + name, hint });
  }
}

function wrongOption(sentence: string, value: unknown, { option = '', hint = '' } = {}): LoadoutError {
  const message = `${sentence} ${describe(value)}.${hint === '' ? '' : ` ${hint}`}`;
  return new LoadoutError('CONFIGURATION_INVALID', message, { details: { option } });
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
