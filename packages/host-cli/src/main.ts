#!/usr/bin/env node
// The command line. Each command is imported when it runs and brings only what it needs: `--help` loads no host.
import { Command, CommanderError } from 'commander';
import type { ConfigurationFlags } from './config/configuration.js';
import { openProcessStreams } from './output/process-streams.js';
import { addApprovalCommands } from './program/approval-commands.js';
import { addBotCommands } from './program/bot-commands.js';
import { addChatCommands } from './program/chat-commands.js';
import { addCompletionCommands } from './program/completion-commands.js';
import { addDecisionCommands } from './program/decision-commands.js';
import { addHelpCommands } from './program/help-command.js';
import { addHostCommands } from './program/host-commands.js';
import { addLoadoutCommands } from './program/loadout-commands.js';
import { parseLogLevel, parseText } from './program/parse-flags.js';
import { addRecordCommands } from './program/record-commands.js';
import type { Run } from './program/run.js';
import { addSecretCommands } from './program/secret-commands.js';
import { addSettingCommands } from './program/setting-commands.js';
import { addTokenCommands } from './program/token-commands.js';
import { readVersion } from './read-version.js';

const program = new Command('loadout');
const streams = openProcessStreams();
let exitCode = 0;

const run: Run = async (needs, work, { flags, ...options } = {}) => {
  const { runCommand } = await import('./run-command.js');
  const all = { ...program.opts<ConfigurationFlags>(), ...flags };
  exitCode = await runCommand(work, needs, { ...options, flags: all, streams });
};

program
  .description('Gives every LLM bot its own set of tools.')
  .version(readVersion(), '-V, --version')
  .option(
    '--config <file>',
    'configuration, instead of the nearest loadout.config.json',
    parseText('the path of a file'),
  )
  .option('--database <file>', 'SQLite file with bots and their tools', parseText('the path of a file'))
  .option('--log-level <level>', 'least grave lines of the log: debug, info, warn or error', parseLogLevel)
  .showHelpAfterError('See "loadout --help".')
  .exitOverride();

try {
  addHostCommands(program, run);
  addBotCommands(program, run);
  addLoadoutCommands(program, run);
  addChatCommands(program, run);
  addSettingCommands(program, run);
  addSecretCommands(program, run);
  await addDecisionCommands(program, run);
  addApprovalCommands(program, run);
  addRecordCommands(program, run);
  addTokenCommands(program, run);
  addCompletionCommands(program, run);
  addHelpCommands(program);
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
