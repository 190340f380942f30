import type { Command } from 'commander';
import { didYouMean } from '../config/nearest.js';

/** `help [COMMAND...]` for the program and each group of commands; what is no command is said to be none. */
export function addHelpCommands(program: Command): void {
  for (const command of [program, ...program.commands]) {
    if (command.commands.length === 0) continue;
    command
      .helpCommand(false)
      .command('help')
      .description('help for a command')
      .argument('[command...]', 'which command')
      .action((words: readonly string[]) => findCommand(command, words).outputHelp());
  }
}

function findCommand(group: Command, words: readonly string[]): Command {
  let found = group;
  for (const word of words) {
    const inner = found.commands.find((each) => each.name() === word);
    if (inner === undefined) {
      const hint = didYouMean(
        word,
        found.commands.map((each) => each.name()),
      );
      group.error(`error: there is no command ${JSON.stringify(word)}.${hint}`);
    }
    found = inner;
  }
  return found;
}
