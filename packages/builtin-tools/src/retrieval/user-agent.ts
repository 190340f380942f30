import { readFileSync } from 'node:fs';
import { findUpwards } from '../find-upwards.js';

/** Who the tools say they are. */
export interface UserAgentOptions {
  /** The whole `user-agent` header. Default: Loadout with its version, and the contact. */
  readonly userAgent?: string | undefined;
  /** Where those who run the host can be reached: the URL of a page, or a mail address. Part of the default. */
  readonly contact?: string | undefined;
}

/** The `user-agent` header. Throws for a text that no header can have. */
export function describeUserAgent({ userAgent, contact }: UserAgentOptions = {}): string {
  if (userAgent !== undefined) return requireHeaderText('userAgent', userAgent);
  const version = readVersion();
  const product = version === undefined ? 'Loadout' : `Loadout/${version}`;
  const reach = contact === undefined ? '' : `; +${requireHeaderText('contact', contact)}`;
  return `Mozilla/5.0 (compatible; ${product}${reach})`;
}

function requireHeaderText(option: keyof UserAgentOptions, value: string): string {
  const allowed = option === 'contact' ? /^[\x21-\x27\x2a-\x7e]{1,300}$/ : /^[\x21-\x7e][\x20-\x7e]{0,500}$/;
  if (typeof value === 'string' && allowed.test(value) && value === value.trim()) return value;
  const expected = option === 'contact' ? 'a URL or a mail address' : 'one line of printable ASCII';
  throw new TypeError(
    `builtinTools({ ${option} }) has to be ${expected}, at most ${option === 'contact' ? 300 : 500} characters. ` +
      `It is ${JSON.stringify(value)}.`,
  );
}

/** The version of this package, found upwards from the running file; undefined where it is bundled into something else. */
function readVersion(): string | undefined {
  const file = findUpwards('package.json', import.meta.url);
  if (file === undefined) return undefined;
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; version?: unknown };
  const isOurs = typeof name === 'string' && (name === 'loadout' || name.startsWith('@loadout/'));
  return isOurs && typeof version === 'string' ? version : undefined;
}
