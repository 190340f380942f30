import type { Command } from 'commander';
import { parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type Run } from './run.js';

interface NameFlag extends JsonFlag {
  readonly name?: string;
}

/** `loadout bots`. */
export function addBotCommands(program: Command, run: Run): void {
  const bots = program.command('bots').description('list, add, rename, copy and remove bots');
  const name = ['--name <name>', 'name for people (default: the id)', parseText('a name that is not blank')] as const;

  bots
    .command('list')
    .description('list the bots')
    .option(...jsonOption)
    .action((flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/bots.js')).listBots(session, flags)),
    );

  bots
    .command('add')
    .description('add a bot')
    .argument('<id>', 'lower-case letters, digits and single hyphens; never changes and is never used again')
    .option(...name)
    .option(...jsonOption)
    .action((id: string, flags: NameFlag) =>
      run('bots', async (session) => (await import('../commands/bots.js')).addBot(session, id, flags)),
    );

  bots
    .command('rename')
    .description('give a bot another name for people; its id stays')
    .argument('<bot>', 'id of the bot')
    .argument('<name>', 'name that is not blank')
    .option(...jsonOption)
    .action((bot: string, to: string, flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/bots.js')).renameBot(session, bot, { ...flags, to })),
    );

  bots
    .command('copy')
    .description('add a bot with the loadout of another one')
    .argument('<bot>', 'id of the bot that is copied')
    .argument('<id>', 'id of the new one')
    .option(...name)
    .option(...jsonOption)
    .action((bot: string, id: string, flags: NameFlag) =>
      run('bots', async (session) => (await import('../commands/bots.js')).copyBot(session, bot, { ...flags, id })),
    );

  bots
    .command('remove')
    .description('remove a bot with its loadout')
    .argument('<bot>', 'id of the bot')
    .option(...jsonOption)
    .action((id: string, flags: JsonFlag) =>
      run('bots', async (session) => (await import('../commands/bots.js')).removeBot(session, id, flags)),
    );
}
