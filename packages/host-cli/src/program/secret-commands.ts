import type { Command } from 'commander';
import { type JsonFlag, jsonOption, type Run } from './run.js';

const nameRule = `
NAME is model-endpoint, the key of the model that chats are with, or companion:PACKAGE#FIELD, a secret setting of a companion.
Secrets of tools are settings: loadout settings set TOOL FIELD. A value is never an argument: it is asked for, or read
from standard input.`;

/** `loadout secrets`: what is kept apart from everything else, and shown to nobody. */
export function addSecretCommands(program: Command, run: Run): void {
  const secrets = program.command('secrets').description('set, list and rotate secrets; none of it shows their values');

  secrets
    .command('list')
    .description('list the names of secrets that are set')
    .option(...jsonOption)
    .action((flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/secrets.js')).listSecrets(session, flags)),
    );

  secrets
    .command('set')
    .description('ask for a secret, or read it from standard input; an empty one is deleted')
    .argument('<name>', 'model-endpoint, or companion:PACKAGE#FIELD')
    .option(...jsonOption)
    .addHelpText('after', nameRule)
    .action((secret: string, flags: JsonFlag) =>
      // Only the companion knows its settings.
      run(secret.startsWith('companion:') ? 'loadouts' : 'bots', async (session) =>
        (await import('../commands/secrets.js')).setSecret(session, secret, flags),
      ),
    );

  secrets
    .command('unset')
    .description('delete a secret')
    .argument('<name>', 'name of the secret, as "loadout secrets list" shows it')
    .option(...jsonOption)
    .action((secret: string, flags: JsonFlag) =>
      // Whether the organisation has locked it is said of a tool by all its names.
      run(/^(tool|bot):/.test(secret) ? 'loadouts' : 'bots', async (session) =>
        (await import('../commands/secrets.js')).unsetSecret(session, secret, flags),
      ),
    );

  secrets
    .command('rotate')
    .description('seal all secrets again with a new key')
    .option(...jsonOption)
    .action((flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/secrets.js')).rotateSecrets(session, flags)),
    );
}
