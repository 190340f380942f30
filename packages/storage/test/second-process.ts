import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Store, StoreReader, StoreWriter } from '@loadout/core';
import { onTestFinished } from 'vitest';
import { askProcess } from './ask-process.js';
import { someTime } from './new-assignment.js';

/** A step of a change in another process: a method of the writer with its arguments. */
type Step = {
  [Name in keyof StoreWriter]: [Name, ...Parameters<StoreWriter[Name]>];
}[Exclude<keyof StoreWriter, keyof StoreReader>];

/** A store in another process. One call at a time. */
export interface SecondProcess {
  /** Opens the file there. */
  open(file: string): Promise<void>;
  /** Calls a method of the store there. */
  call<Name extends Exclude<keyof StoreReader | 'revision' | 'close', 'change'>>(
    method: Name,
    ...args: Parameters<Store[Name]>
  ): Promise<unknown>;
  /** Makes one change there. */
  change(...steps: readonly Step[]): Promise<void>;
  /** Assigns one tool, after the last one that it finds there. */
  assignNext(botId: string, toolName: string): Promise<void>;
  /** Ends it without any warning, as `kill -9` does. */
  kill(): Promise<void>;
}

const script = fileURLToPath(new URL('./fixtures/second-process.mjs', import.meta.url));

/** Starts a process with a store of its own; it ends with the running test. */
export async function startSecondProcess(): Promise<SecondProcess> {
  const child = fork(script, { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await askProcess(child);
  const send = (method: string, args: readonly unknown[]): Promise<unknown> => askProcess(child, { method, args });
  return {
    open: async (file) => void (await send('open', [{ file }])),
    call: (method, ...args) => send(method, args),
    change: async (...steps) => void (await send('change', steps)),
    assignNext: async (botId, toolName) => void (await send('assignNext', [botId, toolName, someTime])),
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
