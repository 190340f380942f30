import { openSession } from './composition.js';
import type { Configuration, ConfigurationFlags } from './config/configuration.js';
import { loadConfiguration } from './config/load-configuration.js';
import { describeError, formatWhole } from './output/describe-error.js';
import { type Log, openLog } from './output/open-log.js';
import { createOutput, type Output, silence } from './output/output.js';
import type { ProcessStreams } from './output/process-streams.js';
import type { Command, Needs } from './session.js';

/** What a command runs with. */
export interface CommandSurroundings {
  readonly flags: ConfigurationFlags;
  readonly streams: ProcessStreams;
  /** Aborts when the process is asked to end; what is being opened is then given up, with exit code 0. */
  readonly signal?: AbortSignal | undefined;
  /** Nothing goes to standard error. */
  readonly isSilent?: boolean | undefined;
}

/** Opens a session, runs the command in it, closes; answers the exit code. Never rejects. */
export async function runCommand(
  command: Command,
  needs: Needs,
  { flags, streams, signal, isSilent }: CommandSurroundings,
): Promise<number> {
  const { env } = process;
  const { stdout, stderr } = streams;
  const plain = createOutput({ stdout, stderr, env });
  const out = isSilent ? silence(plain) : plain;
  streams.divertOthers();
  let log: Log | undefined;
  const strays = isolateStrays(needs);
  strays.say = out.warn;
  try {
    const remarks: string[] = [];
    const report = (message: string): void => void remarks.push(message);
    const configuration = loadConfiguration({ cwd: process.cwd(), env, flags, report });
    log = await openCommandLog(configuration, needs, { out, streams });
    const said = isSilent ? out : log.out;
    strays.say = said.warn;
    // The doctor has them among its findings.
    if (needs !== 'doctor') for (const remark of remarks) said.warn(remark);
    const logger = isSilent ? () => undefined : log.logger;
    const session = await openSession(configuration, needs, { out: said, logger, remarks, signal });
    strays.redact = (text) => session.host.secrets.redact(text);
    try {
      if (needs !== 'doctor') for (const { message } of session.troubles) said.warn(message);
      return await command(session);
    } finally {
      await session.close();
    }
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return 0;
    const { message, exitCode } = describeError(error, strays.redact);
    // For people always: it is why there is nothing else.
    out.error(strays.redact(message));
    return exitCode;
  } finally {
    log?.close();
  }
}

function openCommandLog(
  configuration: Configuration,
  needs: Needs,
  { out, streams }: { readonly out: Output; readonly streams: ProcessStreams },
): Promise<Log> {
  const places = new Map(configuration.companions.map(({ id, place }) => [id, place]));
  return openLog({
    settings: configuration.log,
    mode: needs === 'serving' ? 'serving' : 'once',
    out,
    stderr: streams.stderr,
    placeOf: (id) => places.get(id),
  });
}

/** Where what nobody awaits goes. */
interface Strays {
  say: (message: string) => void;
  /** Without what the host knows to be secret, also when it has closed. */
  redact: (text: string) => string;
}

/** What a companion lets go outside of any call ends nobody's work but its own; `start` has its own rule for errors. */
function isolateStrays(needs: Needs): Strays {
  const strays: Strays = { say: () => {}, redact: (text) => text };
  const onStray = (error: unknown): void =>
    strays.say(`Outside of any call: ${formatWhole(error, (text) => strays.redact(text))}`);
  process.on('unhandledRejection', onStray);
  if (needs !== 'serving') process.on('uncaughtException', onStray);
  return strays;
}
