import { text as readAll } from 'node:stream/consumers';
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
  if (input.isTTY !== true) return (await readAll(input)).replace(/\r?\n$/, '');
  try {
    const reading = readHidden(input as ReadStream); // a terminal is one
    // Only now: what is typed ahead of it would be shown.
    ask(`${question} (not shown; Ctrl-C to give up): `);
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

function readHidden(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const wasRaw = input.isRaw;
    const finish = (end: () => void): void => {
      input.off('data', onData);
      input.off('end', onEnd);
      input.setRawMode(wasRaw);
      input.pause();
      end();
    };
    const onEnd = (): void => finish(() => resolve(typed));
    const onData = (chunk: string | Buffer): void => {
      // A pasted text comes in one piece; a terminal may put marks around it.
      for (const key of String(chunk).replace(/\u001B\[20[01]~/g, '')) {
        if (key === '\r' || key === '\n' || key === '\u0004') {
          finish(() => resolve(typed));
          return;
        }
        if (key === '\u0003') {
          finish(() => reject(new UsageError('Nothing was set.')));
          return;
        }
        if (key === '\u007F' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else if (key === '\u0015') typed = '';
        else if (key >= ' ' || key === '\t') typed += key;
      }
    };
    input.setRawMode(true);
    input.setEncoding('utf8');
    input.on('data', onData);
    input.on('end', onEnd);
    input.resume();
  });
}
