import { expect } from 'vitest';
import { type Received, send } from '../http/send.js';
import { type Running, type RunOptions, startLoadout } from './run-loadout.js';

/** Starts the server on a free port, and waits until it has printed everything. */
export async function serve(cwd: string, args: readonly string[] = [], options: Omit<RunOptions, 'cwd'> = {}) {
  const running = startLoadout(['start', '--port', '0', ...args], { cwd, ...options });
  const output = await running.waitFor('Ctrl-C ends the server.');
  const url = /http:\/\/[^\s/]+:\d+/.exec(output)?.[0] ?? '';
  const token = /Bearer (loadout_[\w-]+)/.exec(output)?.[1] ?? '';
  const headers = { authorization: `Bearer ${token}` };
  /** Asks the API with the token that it printed. */
  const ask = (method: string, path: string, body?: unknown): Promise<Received> =>
    send(url, {
      method,
      path: `/api/v1${path}`,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ...running, output, url, token, ask };
}

/** Asks it to end, which has to take less than two seconds. */
export async function end({ child, ended }: Running, signal: NodeJS.Signals = 'SIGINT') {
  const since = Date.now();
  child.kill(signal);
  const result = await ended;
  expect(Date.now() - since).toBeLessThan(2_000);
  return result;
}
