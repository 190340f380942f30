import { isLoopback } from '../http/check-origin.js';
import { startServer } from '../http/server.js';
import { describeError } from '../output/describe-error.js';
import type { Session } from '../session.js';
import { makeDemoBot } from './demo-bot.js';
import { listNextSteps } from './next-steps.js';

/** Serves the API until the signal aborts: the process is asked to end. */
export async function start(session: Session, signal: AbortSignal): Promise<number> {
  const { host, configuration, out } = session;
  const made = await makeDemoBot(host);
  signal.throwIfAborted();
  const onError = (error: unknown): void => out.error(describeError(error).message);
  const failure = listenForFailure(onError);
  const server = await startServer({ host, listen: configuration.server, onError });
  try {
    out.print(`Loadout listens on ${out.style.bold(server.url)}`);
    out.print(`Configuration: ${configuration.file ?? 'none, the defaults hold'}`);
    out.print(`Database: ${configuration.database}`);
    if (made !== undefined) out.print(`Made the bot ${made.bot} with ${made.tools.join(', ') || 'no tools'}.`);
    if (!isLoopback(server.address)) {
      out.warn(
        `${server.address} can be reached from other machines, and the API has no sign-in yet: whoever reaches it can change bots and call tools.`,
      );
    }
    for (const line of await listNextSteps(session, server.url)) out.print(line);
    await Promise.race([aborted(signal), failure.happened]);
    return failure.exitCode();
  } finally {
    await server.close();
    failure.dispose();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface Failure {
  readonly happened: Promise<void>;
  exitCode(): 0 | 1;
  dispose(): void;
}

/** An error that a companion threw outside of any call: nobody knows what it left behind, so the process ends in order. */
function listenForFailure(onError: (error: unknown) => void): Failure {
  let hasFailed = false;
  let listener: (error: unknown) => void = () => {};
  const happened = new Promise<void>((resolve) => {
    listener = (error) => {
      onError(error);
      hasFailed = true;
      resolve();
    };
  });
  process.on('uncaughtException', listener);
  return {
    happened,
    exitCode: () => (hasFailed ? 1 : 0),
    dispose: () => void process.off('uncaughtException', listener),
  };
}
