/**
 * The workers of the process. Extractors that want the same ones share them, so that however many hosts there are, no
 * more pages are read at once than there are cores, in threads and processes together.
 */
import { availableParallelism } from 'node:os';
import type { ExtractionJob } from './extracted-page.js';
import type { WorkerAnswer } from './extraction-worker.js';
import { resolveMediaType } from './media-type.js';
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.js';
import { createWorkerSlots } from './worker-slots.js';

/** What tells workers apart. */
export type WorkerOptions = Pick<WorkerPoolOptions, 'workerFile' | 'memoryMegabytes' | 'idleMs'>;

/** How one job is run. */
export interface JobOptions {
  /** Among whom places are shared. */
  readonly asker: string;
  /** An abort ends the worker, also one that is busy. */
  readonly signal: AbortSignal;
  /** A worker has loaded what it needs, and begins. */
  readonly onBegin: () => void;
}

/** See the head of this file. */
export interface SharedWorkers {
  /** Starts a worker where there is none and a place is free. */
  prepare(): void;
  run(job: ExtractionJob, options: JobOptions): Promise<WorkerAnswer>;
  /** Says that no more jobs come from one who joined. The last one ends the workers, once nothing runs. */
  leave(): Promise<void>;
}

interface Membership {
  readonly workers: SharedWorkers;
  members: number;
}

const cores = availableParallelism();
const places = createWorkerSlots(cores);
const memberships = new Map<string, Membership>();

// For a machine that is busy; to begin anew would take it no less.
const maxPreparationMs = 120_000;

/** Joins those who share such workers. Starts nothing before the first job. */
export function joinWorkers(options: WorkerOptions): SharedWorkers {
  const key = JSON.stringify([options.workerFile, options.memoryMegabytes, options.idleMs]);
  const membership = memberships.get(key) ?? { workers: startSharing(key, options), members: 0 };
  memberships.set(key, membership);
  membership.members += 1;
  return membership.workers;
}

function startSharing(key: string, options: WorkerOptions): SharedWorkers {
  const threads = createWorkerPool({ ...options, workers: cores, runtime: 'worker_threads' });
  const processes = createWorkerPool({ ...options, workers: cores, runtime: 'child_process' });
  let running = 0;
  let preparing: Promise<void> | undefined;
  let preparation: AbortController | undefined;

  const endUnused = async (): Promise<void> => {
    if (running > 0 || (memberships.get(key)?.members ?? 0) > 0) return;
    memberships.delete(key);
    preparation?.abort();
    await Promise.all([threads.close(), processes.close()]);
  };

  const prepareThread = async (giveBack: () => void, signal: AbortSignal): Promise<void> => {
    try {
      await threads.run({ prepare: 'html' }, { signal });
    } catch {
      // Why it failed the next job will say.
    } finally {
      giveBack();
    }
  };

  return {
    prepare() {
      if (preparing !== undefined || threads.hasWorker()) return;
      const giveBack = places.takeFree();
      if (giveBack === undefined) return;
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), maxPreparationMs).unref();
      preparation = ending;
      preparing = prepareThread(giveBack, ending.signal).finally(() => {
        clearTimeout(timer);
        preparing = undefined;
      });
    },
    async run(job, { asker, signal, onBegin }) {
      running += 1;
      try {
        const giveBack = await places.take(asker, signal);
        try {
          const isPdf = resolveMediaType(job.contentType, job.bytes).kind === 'pdf';
          // A second worker would start no sooner than the first is ready.
          if (!isPdf && preparing !== undefined) await untilAborted(preparing, signal);
          return await (isPdf ? processes : threads).run(job, { signal, onBegin });
        } finally {
          giveBack();
        }
      } finally {
        running -= 1;
        await endUnused();
      }
    },
    async leave() {
      const membership = memberships.get(key);
      if (membership !== undefined) membership.members -= 1;
      await endUnused();
    },
  };
}

/** Resolves with what never rejects, or rejects with the signal's reason. */
async function untilAborted(ending: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let leave = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  await Promise.race([ending, aborted]);
  signal.removeEventListener('abort', leave);
}
