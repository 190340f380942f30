import { randomBytes } from 'node:crypto';
import { isLoadoutError } from '@loadout/core';
import { isLoopback, type RunningServer, startServer } from '@loadout/server';
import { createChatEndpoint } from '../chat/create-chat-endpoint.js';
import { UsageError } from '../config/usage-error.js';
import { readVersion } from '../read-version.js';
import type { Session } from '../session.js';
import { makeDemoBot } from './demo-bot.js';
import { listNextSteps } from './next-steps.js';

/** How long answers may take to leave after the process was asked to end. */
const drainMs = 500;

/** Serves the API and the page until the signal aborts: the process is asked to end. */
export async function start(session: Session, signal: AbortSignal): Promise<number> {
  const { host, configuration, out, logger } = session;
  const made = await makeDemoBot(host);
  signal.throwIfAborted();
  const failure = listenForFailure((error) => {
    const message = 'A companion threw outside of any call. The server ends in order.';
    logger({ level: 'error', event: 'uncaught-error', message, error });
  });
  const accessToken = `loadout_${randomBytes(32).toString('base64url')}`;
  const server = await listen(session, accessToken);
  try {
    out.print(`Loadout listens on ${out.style.bold(server.url)}`);
    const { publicUrl } = configuration.server;
    if (publicUrl !== undefined) out.print(`Others reach it at ${publicUrl}`);
    out.print(`Configuration: ${configuration.file ?? 'none, the defaults hold'}`);
    out.print(`Database: ${configuration.database}`);
    if (configuration.log.file !== undefined) out.print(`Log: ${configuration.log.file}`);
    if (made !== undefined) out.print(`Made the bot ${made.bot} with ${made.tools.join(', ') || 'no tools'}.`);
    if (!isLoopback(server.address)) {
      out.warn(
        `${server.address} can be reached from other machines, and the API speaks plain HTTP: who listens on the way reads tokens and results. Put something in front of it that encrypts.`,
      );
    }
    const reach = { url: server.url, pageUrl: publicUrl ?? server.url, accessToken };
    for (const line of await listNextSteps(session, reach)) out.print(line);
    await Promise.race([aborted(signal), failure.happened]);
    return failure.exitCode();
  } finally {
    await server.close();
    failure.dispose();
  }
}

async function listen(session: Session, accessToken: string): Promise<RunningServer> {
  const { host, configuration, logger } = session;
  const { rateLimit, publicUrl, ...listen } = configuration.server;
  const chat = createChatEndpoint(session, process.env);
  try {
    return await startServer({
      host,
      listen,
      accessToken,
      logger,
      limits: { ...rateLimit, drainMs },
      version: readVersion(),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(chat === undefined ? {} : { chat }),
    });
  } catch (error) {
    if (!isLoadoutError(error, 'CONFIGURATION_INVALID')) throw error;
    const place = error.details.field === 'publicUrl' ? 'server.publicUrl in the configuration' : '--host and --port';
    throw new UsageError(`${error.message} See ${place}.`, { cause: error });
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
