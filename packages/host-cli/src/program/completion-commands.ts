import type { Command } from 'commander';
import type { Run } from './run.js';

const needsOf = {
  words: 'nothing',
  bot: 'names',
  token: 'names',
  approval: 'names',
  lasting: 'names',
  tool: 'completing',
  companion: 'completing',
  owner: 'completing',
} as const;

/** `loadout completion`, and `loadout complete`, which the printed script asks. */
export function addCompletionCommands(program: Command, run: Run): void {
  program
    .command('completion')
    .description('print a script that completes commands, options, and names of bots and tools')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText(
      'after',
      `
In ~/.bashrc:                  source <(loadout completion bash)
In ~/.zshrc, after compinit:   source <(loadout completion zsh)
Once for fish:                 loadout completion fish > ~/.config/fish/completions/loadout.fish`,
    )
    .action((shell: string) =>
      run('nothing', async ({ out }) => (await import('../commands/completion.js')).printCompletion(out, shell)),
    );

  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'the words of the line so far, the last one the unfinished one')
    .action(async (words: readonly string[]) => {
      const { findCompletion } = await import('../commands/find-completion.js');
      const wanted = findCompletion(program, words);
      const needs = needsOf[wanted.kind];
      await run(
        needs,
        async (session) => (await import('../commands/print-words.js')).printWords(session, wanted),
        wanted.flags === undefined ? { isSilent: true } : { flags: wanted.flags, isSilent: true },
      );
    });
}
