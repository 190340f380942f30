import type { Command } from 'commander';
import { listenForInterrupt } from '../interrupt.js';
import type { Command as Work } from '../session.js';
import { parseLimit, parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type Run } from './run.js';

/** What `loadout traces` is asked. */
interface TraceFlags extends JsonFlag {
  readonly bot?: string;
  readonly tool?: string;
  readonly status?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly follow?: boolean;
}

/** The commands about what was written down: calls, changes, and copies of everything. */
export function addRecordCommands(program: Command, run: Run): void {
  const bot = ['--bot <bot>', 'only of this bot', parseText('the id of a bot')] as const;
  const tool = ['--tool <tool>', 'only of this tool', parseText('the name of a tool')] as const;
  const limit = ['--limit <number>', 'how many at most, the newest (default: 100)', parseLimit] as const;

  program
    .command('traces')
    .description('list calls, the newest last')
    .option(...bot)
    .option(...tool)
    .option('--status <status>', 'only those that ended so: success, error, blocked or cancelled')
    .option('--since <time>', 'only from then on: 30s, 10m, 2h, 7d, or a time as 2026-11-30T08:00Z')
    .option(...limit)
    .option('--follow', 'go on with calls as they end, until Ctrl-C')
    .option('--json', 'print one line of JSON a call')
    .action((flags: TraceFlags) => {
      const signal = flags.follow === true ? listenForInterrupt().signal : undefined;
      const work: Work = async (session) => (await import('../commands/traces.js')).listTraces(session, flags, signal);
      return run('traces', work, signal === undefined ? {} : { signal });
    });

  program
    .command('turns')
    .description('list turns that called a tool or asked a model, the newest last, with what they used')
    .option(...bot)
    .option('--since <time>', 'only from then on: 30s, 10m, 2h, 7d, or a time as 2026-11-30T08:00Z')
    .option(...limit)
    .option('--json', 'print one line of JSON a turn')
    .action((flags: JsonFlag & { bot?: string; since?: string; limit?: number }) =>
      run('traces', async (session) => (await import('../commands/turns.js')).listTurns(session, flags)),
    );

  program
    .command('audit')
    .description('list changes, the newest last')
    .option(...bot)
    .option(...tool)
    .option('--action <action>', 'only changes of this kind, as bot-added', parseText('a kind of change'))
    .option('--actor <name>', 'only changes of this person, token or program', parseText('a name'))
    .option(...limit)
    .option('--json', 'print one line of JSON a change')
    .action((flags: JsonFlag & { bot?: string; tool?: string; action?: string; actor?: string; limit?: number }) =>
      // With tools: they say which values are secrets by now.
      run('preview', async (session) => (await import('../commands/audit.js')).listAudit(session, flags)),
    );

  program
    .command('export')
    .description('write bots, loadouts, settings and decisions as one document; never secrets')
    .argument('[file]', 'file to write (default: standard output)')
    .option('--json', 'the document is JSON anyway')
    .action((file: string | undefined) =>
      run('loadouts', async (session) => (await import('../commands/export.js')).exportAll(session, file)),
    );

  program
    .command('import')
    .description('make what a document names as it says, all or nothing; what it does not name stays')
    .argument('<file>', 'document of "loadout export", or "-" to read it from standard input')
    .option('--dry-run', 'print what would change, and change nothing')
    .option(...jsonOption)
    .action((file: string, flags: JsonFlag & { readonly dryRun?: boolean }) =>
      // What changes nothing makes no database either.
      run(flags.dryRun ? 'preview' : 'loadouts', async (session) =>
        (await import('../commands/import.js')).importAll(session, file, flags),
      ),
    );

  program
    .command('backup')
    .description('copy the database while others use it, and the traces beside it')
    .argument('<file>', 'file to make; there must be none yet')
    .option('--without-traces', 'leave the records of calls out')
    .option(...jsonOption)
    .action((file: string, flags: JsonFlag & { readonly withoutTraces?: boolean }) =>
      run('backup', async (session) => (await import('../commands/backup.js')).backUp(session, file, flags)),
    );
}
