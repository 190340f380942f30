import { expect } from 'vitest';
import { type Running, type RunOptions, startLoadout } from './run-loadout.js';

/** Starts the server on a free port, and waits until it has printed everything. */
export async function serve(cwd: string, args: readonly string[] = [], options: Omit<RunOptions, 'cwd'> = {}) {
  const running = startLoadout(['start', '--port', '0', ...args], { cwd, ...options });
  const output = await running.waitFor('Ctrl-C ends the server.');
  const url = /http:\/\/[^\s/]+:\d+/.exec(output)?.[0] ?? '';
  return { ...running, output, url };
}

/** Asks it to end, which has to take less than two seconds. */
export async function end({ child, ended }: Running, signal: NodeJS.Signals = 'SIGINT') {
  const since = Date.now();
  child.kill(signal);
  const result = await ended;
  expect(Date.now() - since).toBeLessThan(2_000);
  return result;
}
