import type { Command } from 'commander';
import { parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type LocaleFlag, localeOption, type Run } from './run.js';

interface BotFlag extends JsonFlag {
  readonly bot?: string;
}

const valueRule = `
VALUE is JSON where that is a value of the field's type, and text otherwise: 20, true and '["a","b"]' are what they
look like for a field of that type, and text for a field that takes text. "-" reads it from standard input.

A secret is asked for, or read from standard input, and never given as an argument. An empty one is deleted.`;

/** `loadout settings`: the operator's settings of tools. */
export function addSettingCommands(program: Command, run: Run): void {
  const settings = program.command('settings').description('get, set and explain the settings of tools');
  const bot = ['--bot <bot>', 'as this bot has them', parseText('the id of a bot')] as const;
  const tool = ['<tool>', 'name or alias of the tool'] as const;
  const field = 'name of the setting';

  settings
    .command('get')
    .description('print the settings of a tool that count, or one of them')
    .argument(...tool)
    .argument('[field]', field)
    .option(...bot)
    .option(...jsonOption)
    .action((name: string, key: string | undefined, flags: BotFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/settings.js')).getSettings(session, name, { ...flags, field: key }),
      ),
    );

  settings
    .command('set')
    .description('set one for all bots, or with --bot for one')
    .argument(...tool)
    .argument('<field>', field)
    .argument('[value]', 'JSON or text, or "-" to read it from standard input; of a secret nothing')
    .option('--bot <bot>', 'only for this bot', parseText('the id of a bot'))
    .option(...jsonOption)
    .addHelpText('after', valueRule)
    .action((name: string, key: string, value: string | undefined, flags: BotFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/settings.js')).setSetting(session, name, { ...flags, field: key, value }),
      ),
    );

  settings
    .command('unset')
    .description('take back what was set; the layer below counts again')
    .argument(...tool)
    .argument('<field>', field)
    .option('--bot <bot>', 'what was set for this bot alone', parseText('the id of a bot'))
    .option(...jsonOption)
    .action((name: string, key: string, flags: BotFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/settings.js')).unsetSetting(session, name, { ...flags, field: key }),
      ),
    );

  settings
    .command('explain')
    .description('say where each value comes from, and what it hides; of one field also what it is for')
    .argument(...tool)
    .argument('[field]', field)
    .option(...bot)
    .option(...localeOption)
    .option(...jsonOption)
    .action((name: string, key: string | undefined, flags: BotFlag & LocaleFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/settings.js')).explainSettings(session, name, { ...flags, field: key }),
      ),
    );
}
