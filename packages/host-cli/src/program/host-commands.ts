import type { Command } from 'commander';
import type { CheckToolsFlags } from '../commands/check-tools.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Command as Work } from '../session.js';
import { parsePort, parseText } from './parse-flags.js';
import { type JsonFlag, jsonOption, type LocaleFlag, localeOption, type Run } from './run.js';

/** The commands about the host as a whole: the server, tools, companions and what is wrong. */
export function addHostCommands(program: Command, run: Run): void {
  program
    .command('start')
    .description('serve the page for operators and the HTTP API; the first run makes a bot "demo"')
    .option('--port <number>', 'port, 0 for a free one (default: 8787)', parsePort)
    .option('--host <name>', 'name or address of this machine (default: 127.0.0.1)', parseText('a name or an address'))
    .action((flags: { readonly host?: string; readonly port?: number }) => {
      // Before anything is opened: companions may take seconds to load.
      const { signal } = listenForInterrupt();
      const work: Work = async (session) => (await import('../commands/start.js')).start(session, signal);
      return run('serving', work, { flags, signal });
    });

  const tools = program
    .command('tools')
    .description('list all tools, what was left out and why, and how companions are')
    .option(...localeOption)
    .option(...jsonOption)
    .action((flags: JsonFlag & LocaleFlag) =>
      run('catalogue', async (session) => (await import('../commands/tools.js')).listTools(session, flags)),
    );

  tools
    .command('show')
    .description('show all that is known of one tool, and which bots have it')
    .argument('<tool>', 'name or alias of the tool')
    .option(...localeOption)
    .option(...jsonOption)
    // The command around it has the same options, and takes them.
    .action((tool: string, _flags: JsonFlag, command: Command) =>
      run('catalogue', async (session) => {
        const { showTool } = await import('../commands/describe-tool.js');
        return showTool(session, tool, command.optsWithGlobals<JsonFlag & LocaleFlag>());
      }),
    );

  tools
    .command('check')
    .description('show how tools are sent through each model API, and why so; ends with 1 where one is refused')
    .argument('[tool]', 'name or alias of the tool (default: all)')
    .option('--bot <bot>', 'the tools of this bot, as one request sends them together', parseText('the id of a bot'))
    .option('--strict', 'as where strict schemas are wanted of each API that has them')
    .option(...jsonOption)
    // The command around it has "--json" as well, and takes it.
    .action((tool: string | undefined, _flags: JsonFlag, command: Command) =>
      run('catalogue', async (session) => {
        const { checkTools } = await import('../commands/check-tools.js');
        return checkTools(session, tool, command.optsWithGlobals<CheckToolsFlags>());
      }),
    );

  const companions = program.command('companions').description('list companions, and ask them for their tools again');

  companions
    .command('list')
    .description('list companions, how they are, and what went wrong')
    .option(...jsonOption)
    .action((flags: JsonFlag) =>
      run('catalogue', async (session) => (await import('../commands/companions.js')).listCompanions(session, flags)),
    );

  companions
    .command('refresh')
    .description('ask companions for their lists again, and keep what they answer')
    .argument('[companion]', 'id of the companion (default: all)')
    .option(...jsonOption)
    .action((id: string | undefined, flags: JsonFlag) =>
      run('catalogue', async (session) =>
        (await import('../commands/companions.js')).refreshCompanions(session, id, flags),
      ),
    );

  program
    .command('owners')
    .description('decide whose tools bots have')
    .command('accept')
    .description('take the tools of one owner for those of another one, for every bot')
    .argument('<old>', 'owner that bots have the tools from')
    .argument('<new>', 'owner that lists them now')
    .option(...jsonOption)
    .action((oldOwner: string, newOwner: string, flags: JsonFlag) =>
      run('loadouts', async (session) =>
        (await import('../commands/owners.js')).acceptOwner(session, { oldOwner, newOwner, json: flags.json === true }),
      ),
    );

  program
    .command('doctor')
    .description('say what is wrong, each with its remedy; ends with 1 if something does not work')
    .option(...jsonOption)
    .action((flags: JsonFlag) =>
      run('doctor', async (session) => (await import('../commands/doctor.js')).examine(session, flags)),
    );
}
