/**
 * Workers that are kept warm, by tinypool. It gets no more tasks than it may have workers: where a task of its own
 * queue waits for a worker that is ended, tinypool starts none in its place.
 */
import { MessageChannel } from 'node:worker_threads';
import type { Tinypool } from 'tinypool';
import type { SentTask, WorkerAnswer, WorkerTask } from './extraction-worker.js';
import { memoryVariable } from './watch-memory.js';

/** How workers are run. */
export interface WorkerPoolOptions {
  /**
   * Threads start sooner and take bytes without a copy. A process survives what a thread does not: where one large
   * allocation exceeds a thread's heap, V8 ends the whole process, and buffers do not count as heap.
   */
  readonly runtime: 'worker_threads' | 'child_process';
  readonly workerFile: string;
  readonly workers: number;
  readonly memoryMegabytes: number;
  /** After so long without work, a worker is ended. */
  readonly idleMs: number;
}

// Twice what V8 takes by itself: most of a page's tree is gone before it is moved to where collecting it costs more, which
// takes a tenth off a page.
const youngMegabytes = 96;

/** How one task is run. */
export interface TaskOptions {
  /** An abort ends the worker, also one that is busy. */
  readonly signal: AbortSignal;
  /** A worker has loaded what it needs, and begins. */
  readonly onBegin?: () => void;
}

/** See the head of this file. */
export interface WorkerPool {
  /** Takes the bytes of the task away from the caller. */
  run(task: WorkerTask, options: TaskOptions): Promise<WorkerAnswer>;
  /** Whether a worker is kept, or starting. */
  hasWorker(): boolean;
  close(): Promise<void>;
}

/** Makes a {@link WorkerPool}. Nothing is loaded or started before the first task. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  let started: Promise<Tinypool> | undefined;
  let running: Tinypool | undefined;
  const rejectors = new Set<(error: unknown) => void>();
  const start = async (): Promise<Tinypool> => {
    const pool = await startPool(options);
    running = pool;
    pool.on('error', (error) => {
      // An idle worker that broke is no loss. But for one that did not start, tasks would wait for ever.
      if (pool.queueSize > 0) for (const reject of rejectors) reject(error);
    });
    return pool;
  };
  return {
    async run(task, { signal, onBegin = () => {} }) {
      const starting = started ?? start();
      started = starting;
      const pool = await starting.catch((error: unknown) => {
        // The next task tries again.
        if (started === starting) started = undefined;
        throw error;
      });
      signal.throwIfAborted();
      const { sent, options: runOptions, end } = prepareTask(task, options.runtime, onBegin);
      return new Promise((resolve, reject) => {
        rejectors.add(reject);
        pool
          .run(sent, { signal, ...runOptions })
          .then(resolve, reject)
          .finally(() => {
            rejectors.delete(reject);
            end();
          });
      });
    },
    hasWorker: () => (running?.threads.length ?? 0) > 0,
    async close() {
      const ending = started;
      started = undefined;
      running = undefined;
      const pool = await ending?.catch(() => undefined);
      await pool?.destroy();
    },
  };
}

async function startPool(options: WorkerPoolOptions): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const { runtime, memoryMegabytes } = options;
  const isProcess = runtime === 'child_process';
  if (isProcess) expectListeners(options.workers);
  return new Tinypool({
    runtime,
    filename: options.workerFile,
    name: 'runTask',
    minThreads: 0,
    maxThreads: options.workers,
    idleTimeout: options.idleMs,
    // Waiting in `Atomics.wait`, a worker would not get to what its parsers left to be done.
    useAtomics: false,
    // Workers read what strangers wrote: they get nothing of the host's environment. What watches a process ends it
    // before V8 would, with a report of pages, on the host's error output.
    env: isProcess ? { [memoryVariable]: String(memoryMegabytes) } : {},
    execArgv: isProcess ? [`--max-old-space-size=${memoryMegabytes * 2}`] : [],
    ...(isProcess
      ? { serialization: 'advanced' as const }
      : { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: youngMegabytes } }),
  });
}

/** Each thread listens to the host's output. Where tinypool adds its processes, it counts those alone, and Node warns. */
function expectListeners(count: number): void {
  for (const stream of [process.stdout, process.stderr]) {
    const most = stream.getMaxListeners();
    if (most > 0) stream.setMaxListeners(most + count);
  }
}

interface PreparedTask {
  readonly sent: SentTask;
  readonly options: Pick<RunOptions, 'transferList' | 'channel'>;
  /** Frees what the worker says that it begins by. */
  end(): void;
}

type RunOptions = NonNullable<Parameters<Tinypool['run']>[1]>;

function prepareTask(task: WorkerTask, runtime: WorkerPoolOptions['runtime'], onBegin: () => void): PreparedTask {
  if (runtime === 'child_process') {
    return { sent: task, options: { channel: { onMessage: () => {}, postMessage: onBegin } }, end: () => {} };
  }
  const { port1: listening, port2: begun } = new MessageChannel();
  listening.once('message', onBegin);
  listening.unref();
  const end = (): void => listening.close();
  if (!('bytes' in task)) return { sent: { ...task, begun }, options: { transferList: [begun] }, end };
  // A part of a buffer is shared with others, such as small buffers of Node, and is copied.
  const isWhole = task.bytes.byteLength === task.bytes.buffer.byteLength;
  const bytes = isWhole && task.bytes.buffer instanceof ArrayBuffer ? task.bytes : new Uint8Array(task.bytes);
  return { sent: { ...task, bytes, begun }, options: { transferList: [bytes.buffer as ArrayBuffer, begun] }, end };
}
