/*
 * Embedders without types may pass anything: an option that cannot be read is refused by its name before anything is
 * made of it.
 */
import { LoadoutError } from '@loadout/core';
import { parsePublicUrl } from './public-url.js';

/** What an option has to be, as the rest of a sentence, and whether a value is that. */
type Check = readonly [expected: string, fits: (value: unknown) => boolean];
type Checks = Readonly<Record<string, Check>>;
type Fields = Readonly<Record<string, unknown>>;

const aName: Check = ['a name or an address', (value) => typeof value === 'string' && value.trim() !== ''];

const appChecks: Checks = {
  host: ['a host, as createHost makes it', (value) => hasMethods(value, ['as', 'startTurn', 'revision'])],
  // A token that can be guessed is none.
  accessToken: [
    'a text of 32 to 512 visible ASCII characters',
    (value) => typeof value === 'string' && /^[\x21-\x7e]{32,512}$/.test(value),
  ],
  logger: ['a function', (value) => typeof value === 'function'],
  version: ['a text', (value) => typeof value === 'string'],
  publicUrl: [
    'an http or https address without a path, as https://tools.example.org',
    (value) => typeof value === 'string' && parsePublicUrl(value) !== undefined,
  ],
  limits: ['an object', isObject],
  page: ['true or false', (value) => typeof value === 'boolean'],
  chat: [
    'an object with api, model, modelProvider and openClient',
    (value) => hasMethods(value, ['openClient']) && isObject(value) && typeof value.model === 'string',
  ],
};

const listenChecks: Checks = {
  host: aName,
  port: [
    'a whole number from 0 to 65535',
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535,
  ],
};

/** Throws `CONFIGURATION_INVALID` for options of `createApp` that cannot be read. */
export function checkAppOptions(options: unknown): void {
  check('createApp', options, { checks: { ...appChecks, boundTo: aName }, needed: ['host'] });
}

/** Throws `CONFIGURATION_INVALID` for options of `startServer` that cannot be read. */
export function checkServerOptions(options: unknown): void {
  const listen: Check = ['an object with host and port', isObject];
  const { listen: given } = check('startServer', options, {
    checks: { ...appChecks, listen },
    needed: ['host', 'listen'],
  });
  check('startServer', given, { checks: listenChecks, needed: ['host', 'port'], within: 'listen.' });
}

interface Expected {
  readonly checks: Checks;
  readonly needed: readonly string[];
  /** How names begin. */
  readonly within?: string;
}

function check(method: string, options: unknown, { checks, needed, within = '' }: Expected): Fields {
  if (!isObject(options)) throw wrongOption(method, 'the options', 'an object', options);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(checks, name)) continue;
    const message = `${method}: there is no option "${within}${name}". Known: ${Object.keys(checks).join(', ')}.`;
    throw new LoadoutError('CONFIGURATION_INVALID', message, { details: { field: `${within}${name}` } });
  }
  for (const [name, [expected, fits]] of Object.entries(checks)) {
    const value = options[name];
    if (value === undefined && !needed.includes(name)) continue;
    if (!fits(value)) throw wrongOption(method, `${within}${name}`, expected, value);
  }
  return options;
}

function wrongOption(method: string, name: string, expected: string, value: unknown): LoadoutError {
  const found = name === 'accessToken' ? describeSecret(value) : describe(value);
  return new LoadoutError('CONFIGURATION_INVALID', `${method}: ${name} has to be ${expected}, but is ${found}.`, {
    details: { field: name },
  });
}

function describeSecret(value: unknown): string {
  return typeof value === 'string' ? `a text of ${value.length}` : describe(value);
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof value[name] === 'function');
}
