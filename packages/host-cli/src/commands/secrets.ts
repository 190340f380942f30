import { MODEL_KEY_SECRET } from '../chat/open-client.js';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { quoteWord } from '../shell-words.js';
import { readSecret } from './read-secret.js';

interface Flags {
  readonly json?: boolean;
}

/** Names of the secrets that are set. Nothing shows their values. */
export async function listSecrets({ host, out }: Session, { json }: Flags): Promise<number> {
  const secrets = await host.secrets.list();
  if (json) out.printJson({ secrets });
  else if (secrets.length === 0) {
    out.print('No secret is set. Those of tools are set with "loadout settings set TOOL FIELD".');
  } else {
    const rows = secrets.map(({ name, updatedAt, isReadable, isTooShort }) => [
      name,
      isReadable ? (isTooShort ? 'too short to be redacted' : 'set') : 'cannot be read: see "loadout doctor"',
      updatedAt,
    ]);
    for (const line of formatTable({ titles: ['SECRET', 'STATE', 'SET AT'], rows, last: 'cut' }, out)) out.print(line);
  }
  return 0;
}

/** Sets one, asked for or from standard input; an empty one deletes it. */
export async function setSecret({ host, out }: Session, name: string, { json }: Flags): Promise<number> {
  // What cannot be set is refused before it is asked for: the host has a sentence for each.
  const mayBeSet = name === MODEL_KEY_SECRET || name.startsWith('companion:');
  const value = mayBeSet ? await readSecret(`Value of ${name}`) : '';
  await host.secrets.set(name, value);
  const isSet = value.trim() !== '';
  if (json) out.printJson({ name, isSet });
  else out.print(isSet ? `${name} is set now.` : `${name} was empty, and is no longer set.`);
  if ((await host.secrets.list()).some((secret) => secret.name === name && secret.isTooShort)) {
    out.warn(`${name} cannot be redacted: it has fewer than 8 characters. Results, logs and traces may show it.`);
  }
  return 0;
}

/** Deletes one. */
export async function unsetSecret({ host, out }: Session, name: string, { json }: Flags): Promise<number> {
  const wasSet = await host.secrets.unset(name);
  if (json) out.printJson({ name, wasSet });
  else if (wasSet) out.print(`${name} is no longer set.`);
  else out.warn(`${name} was not set. See "loadout secrets list".`);
  return 0;
}

/** A new key for all that are set. */
export async function rotateSecrets({ host, out }: Session, { json }: Flags): Promise<number> {
  const count = await host.secrets.rotate();
  if (json) out.printJson({ count });
  else if (count === 0) out.print('No secret had to be sealed again.');
  else out.print(`${count} ${count === 1 ? 'secret was' : 'secrets were'} sealed again.`);
  return 0;
}

/** How a secret setting is set, for messages. */
export function settingCommand(tool: string, field: string, bot: string | undefined): string {
  return `loadout settings set ${quoteWord(tool)} ${quoteWord(field)}${bot === undefined ? '' : ` --bot ${bot}`}`;
}
