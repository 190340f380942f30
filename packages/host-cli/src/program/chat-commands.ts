import type { Command } from 'commander';
import { parseText } from './parse-flags.js';
import { jsonOption, type Run } from './run.js';

interface ChatOptions {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly api?: string;
  readonly confidence?: string;
  readonly provider?: string;
  readonly system?: string;
  readonly json?: boolean;
}

/** `loadout chat`: a model with a bot's tools. */
export function addChatCommands(program: Command, run: Run): void {
  program
    .command('chat')
    .description("talk to a model that has the bot's tools")
    .argument('<bot>', 'id of the bot')
    .argument('[message]', 'one message, or "-" to read it from standard input (default: a conversation)')
    .option('--base-url <url>', "address of the model's service, as its client takes it", parseText('an address'))
    .option('--model <name>', "the model's name, as its service knows it", parseText('a name'))
    .option('--api <api>', 'chat, responses or anthropic (default: chat)')
    .option('--confidence <level>', 'how far the service is trusted (default: UNKNOWN)')
    .option('--provider <id>', 'id of the model provider (default: host and port of the address)', parseText('an id'))
    .option('--system <text>', 'what the model is told before the conversation')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
The endpoint can stand in the configuration ("chat"). Its key is the secret "model-endpoint", or LOADOUT_MODEL_KEY.`,
    )
    .action((bot: string, message: string | undefined, flags: ChatOptions) =>
      run('calls', async (session) => (await import('../commands/chat.js')).chat(session, bot, { ...flags, message })),
    );
}
