import type { Command } from 'commander';
import { parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type LocaleFlag, localeOption, type Run } from './run.js';

interface ShowFlags {
  readonly component?: string;
  readonly confidence?: string;
  readonly api?: string;
}

/** The commands about the tools of one bot. */
export function addLoadoutCommands(program: Command, run: Run): void {
  program
    .command('assign')
    .description('give tools to a bot')
    .argument('<bot>', 'id of the bot')
    .argument('<tool...>', 'names or aliases of tools')
    .option('--settings <json>', "the bot's own settings for these tools, as a JSON object")
    .option(...jsonOption)
    .action((bot: string, tools: readonly string[], flags: JsonFlag & { readonly settings?: string }) =>
      run('loadouts', async (session) =>
        (await import('../commands/assign.js')).assign(session, bot, { ...flags, tools }),
      ),
    );

  program
    .command('unassign')
    .description('take tools from a bot')
    .argument('<bot>', 'id of the bot')
    .argument('<tool...>', 'names or aliases of tools')
    .option(...jsonOption)
    .action((bot: string, tools: readonly string[], flags: JsonFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/assign.js')).unassign(session, bot, { ...flags, tools }),
      ),
    );

  program
    .command('show')
    .description('show what a bot is offered, and what is withheld and why')
    .argument('<bot>', 'id of the bot')
    .option('--component <name>', 'as this component sees it (default: chat)', parseText('the name of a component'))
    .option('--confidence <level>', 'as a model provider of this confidence is offered it (default: not asked)')
    .option('--api <api>', 'as this model API takes it: chat, responses, anthropic or gemini (default: not asked)')
    .option(...localeOption)
    .option(...jsonOption)
    .action((bot: string, flags: JsonFlag & LocaleFlag & ShowFlags) =>
      run('loadouts', async (session) => (await import('../commands/show.js')).show(session, bot, flags)),
    );

  program
    .command('call')
    .description('call a tool as the bot, and print what it answers')
    .argument('<bot>', 'id of the bot')
    .argument('<tool>', 'name or alias of the tool')
    .argument('[arguments]', 'JSON, or "-" to read it from standard input')
    .option('--component <name>', 'as this component calls it (default: chat)', parseText('the name of a component'))
    .option('--confidence <level>', 'for a model provider of this confidence (default: HIGH)')
    .option('--json', 'print the whole result as JSON')
    .action((bot: string, tool: string, text: string | undefined, flags: JsonFlag & Omit<ShowFlags, 'api'>) =>
      run('calls', async (session) => {
        const { component, confidence, json = false } = flags;
        return (await import('../commands/call.js')).call(session, { bot, tool, text, component, confidence, json });
      }),
    );
}
