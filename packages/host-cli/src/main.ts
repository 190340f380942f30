#!/usr/bin/env node
// The command line. Each command is imported when it runs and brings only what it needs: `--help` loads no host.
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { ConfigurationFlags } from './config/configuration.js';
import { readPort } from './config/environment.js';
import { listenForInterrupt } from './interrupt.js';
import { openProcessStreams } from './output/process-streams.js';
import type { Needs, Command as Work } from './session.js';

interface JsonFlag {
  readonly json?: boolean;
}

interface RunOptions {
  readonly flags?: ConfigurationFlags;
  readonly signal?: AbortSignal;
}

const program = new Command('loadout');
const streams = openProcessStreams();
let exitCode = 0;

async function run(needs: Needs, work: Work, { flags, signal }: RunOptions = {}): Promise<void> {
  const { runCommand } = await import('./run-command.js');
  const all = { ...program.opts<ConfigurationFlags>(), ...flags };
  exitCode = await runCommand(work, needs, { flags: all, streams, signal });
}

/** Refuses what is blank: a variable of a script that is empty would otherwise name something else. */
function parseText(expected: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '') throw new InvalidArgumentError(`Expected ${expected}.`);
    return text;
  };
}

function parsePort(text: string): number {
  const port = readPort(text);
  if (port === undefined) throw new InvalidArgumentError('Expected a number from 0 to 65535.');
  return port;
}

program
  .description('Gives every LLM bot its own set of tools.')
  .version(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version, '-V, --version')
  .option(
    '--config <file>',
    'configuration, instead of the nearest loadout.config.json',
    parseText('the path of a file'),
  )
  .option('--database <file>', 'SQLite file with bots and their tools', parseText('the path of a file'))
  .showHelpAfterError('See "loadout --help".')
  .exitOverride();

program
  .command('start')
  .description('serve the HTTP API; the first run makes a bot "demo"')
  .option('--port <number>', 'port, 0 for a free one (default: 8787)', parsePort)
  .option('--host <name>', 'name or address of this machine (default: 127.0.0.1)', parseText('a name or an address'))
  .action((flags: Pick<ConfigurationFlags, 'host' | 'port'>) => {
    // Before anything is opened: companions may take seconds to load.
    const { signal } = listenForInterrupt();
    const work: Work = async (session) => (await import('./commands/start.js')).start(session, signal);
    return run('serving', work, { flags, signal });
  });

program
  .command('tools')
  .description('list all tools, what was left out and why, and how companions are')
  .option('--json', 'print JSON')
  .action((flags: JsonFlag) =>
    run('catalogue', async (session) => (await import('./commands/tools.js')).listTools(session, flags)),
  );

const bots = program.command('bots').description('list, add and remove bots');

bots
  .command('list')
  .description('list the bots')
  .option('--json', 'print JSON')
  .action((flags: JsonFlag) =>
    run('bots', async (session) => (await import('./commands/bots.js')).listBots(session, flags)),
  );

bots
  .command('add')
  .description('add a bot')
  .argument('<id>', 'lower-case letters, digits and single hyphens; never changes and is never used again')
  .option('--name <name>', 'name for people (default: the id)', parseText('a name that is not blank'))
  .action((id: string, flags: { readonly name?: string }) =>
    run('bots', async (session) => (await import('./commands/bots.js')).addBot(session, id, flags)),
  );

bots
  .command('remove')
  .description('remove a bot with its loadout')
  .argument('<bot>', 'id of the bot')
  .action((id: string) => run('bots', async (session) => (await import('./commands/bots.js')).removeBot(session, id)));

program
  .command('assign')
  .description('give tools to a bot')
  .argument('<bot>', 'id of the bot')
  .argument('<tool...>', 'names or aliases of tools')
  .action((bot: string, tools: readonly string[]) =>
    run('loadouts', async (session) => (await import('./commands/assign.js')).assign(session, bot, tools)),
  );

program
  .command('unassign')
  .description('take tools from a bot')
  .argument('<bot>', 'id of the bot')
  .argument('<tool...>', 'names or aliases of tools')
  .action((bot: string, tools: readonly string[]) =>
    run('loadouts', async (session) => (await import('./commands/assign.js')).unassign(session, bot, tools)),
  );

program
  .command('show')
  .description('show what a bot is offered, and what is withheld and why')
  .argument('<bot>', 'id of the bot')
  .option('--json', 'print JSON')
  .action((bot: string, flags: JsonFlag) =>
    run('loadouts', async (session) => (await import('./commands/show.js')).show(session, bot, flags)),
  );

program
  .command('call')
  .description('call a tool as the bot, and print what it answers')
  .argument('<bot>', 'id of the bot')
  .argument('<tool>', 'name or alias of the tool')
  .argument('[arguments]', 'JSON, or "-" to read it from standard input')
  .option('--json', 'print the whole result as JSON')
  .action((bot: string, tool: string, text: string | undefined, flags: JsonFlag) =>
    run('loadouts', async (session) => {
      return (await import('./commands/call.js')).call(session, { bot, tool, text, json: flags.json === true });
    }),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  exitCode = error.exitCode === 0 ? 0 : 2;
}
const lostBy = await streams.flush();
if (lostBy !== undefined) {
  streams.stderr.write(`error: Standard output cannot be written: ${lostBy.message}. What it lacks is lost.\n`);
  exitCode ||= 1;
  await streams.flush();
}
// Not by itself: a companion may hold timers and sockets.
process.exit(exitCode);
