import { emitKeypressEvents } from 'node:readline';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { UsageError } from '../config/usage-error.js';

/** What a secret is read from. */
export interface SecretSource {
  readonly input: ReadStream | (NodeJS.ReadableStream & { readonly isTTY?: boolean });
  /** Where the question goes: never standard output, which may be a file. */
  readonly ask: (text: string) => void;
}

const processSource: SecretSource = { input: process.stdin, ask: (text) => process.stderr.write(text) };

/**
 * A secret from standard input without the newline at its end; at a terminal it is asked for, and not shown while it is
 * typed. An empty one deletes, which is for the caller to say.
 */
export async function readSecret(question: string, { input, ask }: SecretSource = processSource): Promise<string> {
  if (input.isTTY !== true) return (await readPiped(input)).replace(/\r?\n$/, '');
  try {
    const reading = readHidden(input as ReadStream); // a terminal is one
    // Only now: what is typed ahead of it would be shown.
    ask(`${question} (not shown; Enter alone deletes it, Ctrl-C gives up): `);
    return await reading;
  } finally {
    ask('\n');
  }
}

/** The error for a secret among the arguments. Never says it. */
export function refuseSecretArgument(command: string): UsageError {
  return new UsageError(
    'A secret is not taken as an argument: the list of processes shows arguments to others, and the shell keeps them. ' +
      `Leave it out to be asked for it, or pipe it: ${command} < FILE`,
  );
}

/** No secret is longer: what is piped is something else. */
const MAX_CHARACTERS = 1_000_000;

async function readPiped(input: NodeJS.ReadableStream): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text.length > MAX_CHARACTERS)
      throw new UsageError('Standard input has more than a secret can be. Nothing was set.');
  }
  return text + decoder.end();
}

/** A key as `node:readline` reads it: those with a sequence of their own, as the arrows, have no text. */
interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

function readHidden(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const wasRaw = input.isRaw;
    const finish = (end: () => void): void => {
      input.off('keypress', onKey);
      input.off('end', giveUp);
      input.setRawMode(wasRaw);
      input.pause();
      end();
    };
    // Whoever goes away has not said that the secret is to go.
    const giveUp = (): void => finish(() => reject(new UsageError('Nothing was set.')));
    const onKey = (text: string | undefined, { name, ctrl }: Key): void => {
      if (name === 'return' || name === 'enter') finish(() => resolve(typed));
      else if (ctrl && (name === 'c' || name === 'd')) giveUp();
      else if (name === 'backspace') typed = [...typed].slice(0, -1).join('');
      else if (ctrl && name === 'u') typed = '';
      else if (text !== undefined && text >= ' ' && text !== '\u007F') typed += text;
    };
    emitKeypressEvents(input);
    input.setRawMode(true);
    input.on('keypress', onKey);
    input.on('end', giveUp);
    input.resume();
  });
}
