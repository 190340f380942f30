import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { neutraliseLine } from '../output/neutralise.js';

/** Lines that a person types, or that a pipe brings. */
export interface LineReader {
  /** Whether a person is there to be asked. */
  readonly isInteractive: boolean;
  /** The next line; null at the end of the input, and where the signal aborts. */
  read(prompt: string, options?: ReadOptions): Promise<string | null>;
  /** Ends the input, if a line is being asked for; answers whether one was. */
  hangUp(): boolean;
  /** Takes back what is typed at the prompt; answers whether there was anything. */
  clear(): boolean;
  close(): void;
}

/** How a line is read. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** What was typed before the question was there to be read is no answer to it, and is said not to be sent. */
  readonly isFresh?: boolean;
}

/** What lines are read from, and where they are edited. */
export interface LineReaderParts {
  readonly input: NodeJS.ReadStream;
  /** Writes to the terminal as it stands. */
  readonly write: (text: string) => void;
  /** Its width. */
  readonly columns?: () => number;
  readonly isInteractive: boolean;
  /** Ctrl-C, which is no signal while lines are edited. */
  readonly onInterrupt: () => void;
}

/** Makes a terminal mark what is pasted, so that its line breaks are told from Enter. */
const BRACKETED_PASTE = { on: '\u001B[?2004h', off: '\u001B[?2004l' };

/** Reads lines until it is closed; lines that nobody asked for yet wait. */
export function createLineReader({ input, write, columns, isInteractive, onInterrupt }: LineReaderParts): LineReader {
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
  // Without it a line that is longer than the terminal is edited in the wrong place.
  if (columns !== undefined) Object.defineProperty(output, 'columns', { get: columns });
  const lines: string[] = [];
  // Lines that are pasted together are one, once Enter is pressed after them.
  let isPasting = false;
  let pasted: string[] = [];
  let isClosed = false;
  let take: ((line: string | null) => void) | undefined;
  const reader: Interface = createInterface({
    input,
    ...(isInteractive ? { output, terminal: true, historySize: 200 } : {}),
  });
  if (isInteractive) {
    write(BRACKETED_PASTE.on);
    input.on('keypress', (_text: unknown, key: { readonly name?: string } | undefined) => {
      if (key?.name === 'paste-start') isPasting = true;
      if (key?.name === 'paste-end') isPasting = false;
    });
  }
  reader.on('line', (part) => {
    pasted.push(part);
    if (isPasting) return;
    const line = pasted.join('\n');
    pasted = [];
    if (take === undefined) lines.push(line);
    else take(line);
  });
  reader.on('SIGINT', onInterrupt);
  reader.on('close', () => {
    isClosed = true;
    if (isInteractive) write(BRACKETED_PASTE.off);
    take?.(null);
  });

  return {
    isInteractive,
    read(prompt, { signal, isFresh = false } = {}) {
      if (isFresh && lines.length > 0) {
        write(
          `Typed before the question, and not sent:\n${lines.map((line) => `  ${neutraliseLine(line)}\n`).join('')}`,
        );
        lines.length = 0;
      }
      const waiting = lines.shift();
      if (waiting !== undefined) return Promise.resolve(waiting);
      if (isClosed || signal?.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const onAbort = (): void => take?.(null);
        take = (line) => {
          take = undefined;
          signal?.removeEventListener('abort', onAbort);
          resolve(line);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        if (!isInteractive) return;
        reader.setPrompt(prompt);
        reader.prompt();
      });
    },
    hangUp() {
      if (take === undefined) return false;
      reader.close();
      return true;
    },
    clear() {
      if (reader.line === '' && pasted.length === 0) return false;
      pasted = [];
      // As a shell does: the line stays to be read, and a new one begins.
      write('^C\n');
      reader.write(null, { ctrl: true, name: 'e' });
      reader.write(null, { ctrl: true, name: 'u' });
      reader.prompt();
      return true;
    },
    close: () => reader.close(),
  };
}
