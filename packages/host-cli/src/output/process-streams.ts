/**
 * The two streams of the process, and what happens when they cannot be written: a reader that went away
 * (`| head -1`) is nobody's error; results that are lost otherwise (a full disk) are one; what standard error
 * loses can be said to nobody. Without listeners each of them would be an uncaught error, whose report is written
 * to the same stream.
 *
 * Companions share both streams. While a command runs, what they write to either goes to standard error with its
 * control characters shown, so that standard output carries results alone.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { neutraliseText } from './neutralise.js';
import type { OutputStream } from './output.js';

/** The streams of the process for its own use. */
export interface ProcessStreams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** From now on only these two handles reach the streams as they are. */
  divertOthers(): void;
  /** Waits until all has left; answers the error by which results were lost. */
  flush(): Promise<Error | undefined>;
}

type Done = (error?: Error | null) => void;
type Write = (text: string, done?: Done) => boolean;

/** Takes charge of the streams. Once in a process. */
export function openProcessStreams(): ProcessStreams {
  const { stdout, stderr } = process;
  let lostBy: Error | undefined;
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') lostBy ??= error;
  };
  stdout.on('error', onError);
  stderr.on('error', () => {});
  const writeError: Write = stderr.write.bind(stderr);
  const writeOut: Write = stdout.write.bind(stdout);
  return {
    stdout: toHandle(stdout, isSocket(stdout) ? writeOut : (text) => writeWhole(stdout.fd, text, onError)),
    stderr: toHandle(stderr, writeError),
    divertOthers: () => {
      divert(stdout, writeError);
      divert(stderr, writeError);
    },
    flush: async () => {
      await new Promise<void>((resolve) => void writeOut('', () => resolve()));
      await new Promise<void>((resolve) => void writeError('', () => resolve()));
      return lostBy;
    },
  };
}

/** Both streams stay the command's: what others write goes elsewhere, and nobody else ends them or holds them back. */
function divert<Stream extends NodeJS.WriteStream>(stream: Stream, write: Write): void {
  const diversion = createDiversion(write);
  const end = (chunk?: unknown): Stream => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) diversion(chunk);
    return stream;
  };
  Object.assign(stream, { write: diversion, end, cork: () => undefined });
}

function toHandle(stream: NodeJS.WriteStream, write: (text: string) => unknown): OutputStream {
  return {
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns;
    },
    write,
  };
}

/** Terminals and pipes; anything else is a file or a device. */
function isSocket(stream: NodeJS.WritableStream): boolean {
  return stream instanceof Socket;
}

/** For files, whose stream takes a write that a full disk cut short for a whole one. */
function writeWhole(fd: number, text: string, onError: (error: NodeJS.ErrnoException) => void): void {
  try {
    writeFileSync(fd, text);
  } catch (error) {
    onError(error as NodeJS.ErrnoException); // all that it throws for text
  }
}

function createDiversion(write: Write): typeof process.stdout.write {
  const decoder = new StringDecoder('utf8');
  return (chunk: string | Uint8Array, encodingOrDone?: BufferEncoding | Done, done?: Done): boolean => {
    const encoding = typeof encodingOrDone === 'string' ? encodingOrDone : 'utf8';
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    return write(neutraliseText(decoder.write(bytes)), typeof encodingOrDone === 'function' ? encodingOrDone : done);
  };
}
