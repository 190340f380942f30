import { neutraliseJson, neutraliseText } from './neutralise.js';
import type { Style } from './style.js';
import { createStyle, hasColors } from './style.js';

/** Where a command says what it has to say. Results go to standard output, everything else to standard error. */
export interface Output {
  /** Cells of a line of standard output; Infinity where it is no terminal. */
  readonly width: number;
  readonly style: Style;
  /** Colours of standard error. */
  readonly errorStyle: Style;
  /** Result text that goes on, as it stands: no line ends by itself. */
  write(text: string): void;
  /** The same on standard error. */
  tell(text: string): void;
  /** Result text as it stands: what is foreign in it was neutralised before. */
  print(text: string): void;
  printJson(value: unknown): void;
  /** JSON on one line, for results that come one by one. */
  printJsonLine(value: unknown): void;
  /** What happens, for who asked to be told. */
  note(message: string): void;
  /** Something to know beside the result: what was left out, what to do. */
  warn(message: string): void;
  /** What went wrong. */
  error(message: string): void;
}

/** A stream of the process. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** What {@link createOutput} writes to. */
export interface OutputTargets {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The output of a command. */
export function createOutput({ stdout, stderr, env }: OutputTargets): Output {
  const errorStyle = styleOf(stderr, env);
  const say = (mark: string, message: string): void => {
    stderr.write(`${mark} ${neutraliseText(message)}\n`);
  };
  return {
    width: stdout.isTTY ? stdout.columns || 80 : Infinity,
    style: styleOf(stdout, env),
    errorStyle,
    write: (text) => void stdout.write(text),
    tell: (text) => void stderr.write(text),
    print: (text) => void stdout.write(`${text}\n`),
    printJson: (value) => void stdout.write(`${neutraliseJson(JSON.stringify(value, null, 2))}\n`),
    printJsonLine: (value) => void stdout.write(`${neutraliseJson(JSON.stringify(value))}\n`),
    note: (message) => say(errorStyle.dim('note:'), message),
    warn: (message) => say(errorStyle.yellow('warning:'), message),
    error: (message) => say(errorStyle.red('error:'), message),
  };
}

/** The same output with nothing on standard error. */
export function silence(out: Output): Output {
  const nothing = (): void => {};
  return { ...out, tell: nothing, note: nothing, warn: nothing, error: nothing };
}

function styleOf(stream: OutputStream, env: OutputTargets['env']): Style {
  return createStyle(hasColors(stream.isTTY === true, env) ? 'colors' : 'plain');
}
