import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { askProcess } from '../ask-process.js';

/** Traces in another process. */
export interface TracingProcess {
  /** Opens the file there. */
  open(file: string): Promise<void>;
  /** Calls a method of the traces there, once for each list of arguments. */
  call(method: string, ...calls: readonly (readonly unknown[])[]): Promise<unknown>;
  /** Records a trace every millisecond; says of each in the other file, before it is recorded, when that was. */
  goOn(file: string): Promise<void>;
  /** Ends it without any warning. */
  kill(): Promise<void>;
  /** Lets it end by itself; answers its exit code. */
  leave(): Promise<unknown>;
}

const script = fileURLToPath(new URL('./fixtures/tracing-process.mjs', import.meta.url));

/** Starts a process with traces of its own; it ends with the running test. */
export async function startTracingProcess(): Promise<TracingProcess> {
  const child = fork(script, { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await askProcess(child);
  const send = (method: string, calls: readonly unknown[]): Promise<unknown> => askProcess(child, { method, calls });
  return {
    open: async (file) => void (await send('open', [[{ file }]])),
    call: (method, ...calls) => send(method, calls),
    goOn: async (file) => void (await send('goOn', [[file]])),
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    async leave() {
      const exit = once(child, 'exit');
      child.send({ method: 'leave', calls: [] });
      return (await exit)[0];
    },
  };
}
