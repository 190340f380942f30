import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** What one process did, and what it was told that was done. */
export interface WorkReport {
  readonly counts: Readonly<Record<string, number>>;
  /** Rejections, warnings and errors. */
  readonly troubles: readonly string[];
  /** The tools of the shared bot that the process has assigned last and not unassigned. */
  readonly shared: readonly string[];
  /** The same of its own bot. */
  readonly own: readonly string[];
  readonly increments: number;
  /** The last value of its setting. */
  readonly setting: number;
  /** Milliseconds that its event loop was late, in all, and that the process itself held it. */
  readonly loop: { readonly late: Percentiles; readonly held: Percentiles };
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Requests {
  open(given: { readonly file: string }): void;
  seed(given: { readonly bots: readonly string[]; readonly counter: string }): void;
  assign(given: { readonly bot: string; readonly tool: string }): readonly string[];
  unassign(given: { readonly bot: string; readonly tool: string }): readonly string[];
  /** What a turn that begins now offers. */
  offered(given: { readonly bot: string }): readonly string[];
  work(given: { readonly number: number; readonly ms: number }): WorkReport;
  close(given: Record<string, never>): void;
}

/** A host in another process. Requests overlap. */
export interface SharingProcess {
  request<Method extends keyof Requests>(
    method: Method,
    given: Parameters<Requests[Method]>[0],
  ): Promise<ReturnType<Requests[Method]>>;
  /** Ends it without any warning. */
  kill(): Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}

const script = fileURLToPath(new URL('./fixtures/share-database.mjs', import.meta.url));

/** Starts a process; it ends with the running test. */
export async function startSharingProcess(): Promise<SharingProcess> {
  const child = fork(script, { execArgv: [], serialization: 'advanced' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  child.on('message', ({ id, answer, error }: Answer) => {
    if (error === undefined) waiting.get(id)?.resolve(answer);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The process ended by itself: ${code}`));
  });
  const wait = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => void waiting.set(id, { resolve, reject }));
  await wait(0);
  return {
    request(method, given) {
      lastId += 1;
      const answer = wait(lastId);
      child.send({ id: lastId, method, given });
      // The process answers what the table says.
      return answer as Promise<never>;
    },
    kill: () => killProcess(child),
  };
}

async function killProcess(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
