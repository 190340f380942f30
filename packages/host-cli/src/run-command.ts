import { openSession } from './composition.js';
import type { ConfigurationFlags } from './config/configuration.js';
import { loadConfiguration } from './config/load-configuration.js';
import { describeError, formatWhole } from './output/describe-error.js';
import { createOutput, type Output } from './output/output.js';
import type { ProcessStreams } from './output/process-streams.js';
import type { Command, Needs } from './session.js';

/** How long closing may take before the process ends without it. */
const closeMs = 1_000;

/** What a command runs with. */
export interface CommandSurroundings {
  readonly flags: ConfigurationFlags;
  readonly streams: ProcessStreams;
  /** Aborts when the process is asked to end; what is being opened is then given up, with exit code 0. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens a session, runs the command in it, closes; answers the exit code. Never rejects. */
export async function runCommand(
  command: Command,
  needs: Needs,
  { flags, streams, signal }: CommandSurroundings,
): Promise<number> {
  const { env } = process;
  const { stdout, stderr } = streams;
  const out = createOutput({ stdout, stderr, env });
  streams.divertOthers();
  isolateStrays(needs, out);
  try {
    const configuration = loadConfiguration({ cwd: process.cwd(), env, flags, report: out.warn });
    const session = await openSession(configuration, needs, { out, signal });
    try {
      return await command(session);
    } finally {
      await closeInTime(session.close());
    }
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return 0;
    const { message, exitCode } = describeError(error);
    out.error(message);
    return exitCode;
  }
}

/** What a companion lets go outside of any call ends nobody's work but its own; `start` has its own rule for errors. */
function isolateStrays(needs: Needs, out: Output): void {
  const say = (error: unknown): void => out.warn(`Outside of any call: ${formatWhole(error)}`);
  process.on('unhandledRejection', say);
  if (needs !== 'serving') process.on('uncaughtException', say);
}

async function closeInTime(closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  await Promise.race([closing, timeout]);
  clearTimeout(timer);
}
