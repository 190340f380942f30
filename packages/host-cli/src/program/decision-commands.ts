import type { Command } from 'commander';
import { type JsonFlag, jsonOption, type Run } from './run.js';

/** `loadout host`: what the operator decides for all bots. */
export async function addDecisionCommands(program: Command, run: Run): Promise<void> {
  const host = program.command('host').description('get and set what holds for all bots');
  // The kinds are the host's; other commands do without loading them.
  const help = process.argv.includes('host') ? (await import('../commands/decision-help.js')).decisionHelp : '';

  host
    .command('get')
    .description('list decisions')
    .argument('[kind]', 'only of this kind')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action((kind: string | undefined, flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/decisions.js')).getDecisions(session, kind, flags)),
    );

  host
    .command('set')
    .description('decide something, as in "loadout host set approval delete_course ask"')
    .argument('<kind>', 'what kind of decision')
    .argument('[words...]', 'its subject, where the kind has one, then the value (default: true)')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action((kind: string, words: readonly string[], flags: JsonFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/decisions.js')).setDecision(session, kind, { ...flags, words }),
      ),
    );

  host
    .command('unset')
    .description('take a decision back')
    .argument('<kind>', 'what kind of decision')
    .argument('[subject]', 'its subject, where the kind has one')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action((kind: string, subject: string | undefined, flags: JsonFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/decisions.js')).unsetDecision(session, kind, { ...flags, subject }),
      ),
    );
}
