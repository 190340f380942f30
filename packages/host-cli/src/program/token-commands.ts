import type { Command } from 'commander';
import { parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type Run } from './run.js';

interface CreateFlags extends JsonFlag {
  readonly name: string;
  readonly role?: string;
  readonly bot?: string;
  readonly confidence?: string;
  readonly expires?: string;
}

/** `loadout token`: who may use the HTTP API. */
export function addTokenCommands(program: Command, run: Run): void {
  const token = program.command('token').description('make, list and revoke access tokens of the HTTP API');

  token
    .command('create')
    .description('make a token; its secret is printed here and never again')
    .requiredOption('--name <name>', 'name for people and for the audit log', parseText('a name that is not blank'))
    .option('--role <role>', 'viewer, operator or admin')
    .option('--bot <bot>', 'instead of a role: only for calls of this bot', parseText('the id of a bot'))
    .option('--confidence <level>', "with --bot: how far the caller's model provider is trusted (default: UNKNOWN)")
    .option('--expires <time>', 'until when: 12h, 30d, or a time as 2027-01-31 (default: never)')
    .option(...jsonOption)
    .action((flags: CreateFlags) =>
      run('tokens', async (session) => (await import('../commands/tokens.js')).createToken(session, flags)),
    );

  token
    .command('list')
    .description('list tokens, revoked and expired ones too')
    .option(...jsonOption)
    .action((flags: JsonFlag) =>
      run('tokens', async (session) => (await import('../commands/tokens.js')).listTokens(session, flags)),
    );

  token
    .command('revoke')
    .description('end a token now')
    .argument('<token>', 'id of the token')
    .option(...jsonOption)
    .action((id: string, flags: JsonFlag) =>
      run('tokens', async (session) => (await import('../commands/tokens.js')).revokeToken(session, id, flags)),
    );
}
