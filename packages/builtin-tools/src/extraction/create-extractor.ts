/**
 * Reads pages in workers: threads for text, and processes for PDF. Each job has a deadline that ends its worker, and
 * so has what waits for one; a worker that ends takes one job along.
 */
import { availableParallelism } from 'node:os';
import { type ExtractedPage, ExtractionError, type ExtractionJob, type Extractor } from './extracted-page.js';
import type { WorkerAnswer } from './extraction-worker.js';
import { resolveMediaType } from './media-type.js';
import { requireWorkerFile } from './worker-file.js';
import { createWorkerPool } from './worker-pool.js';
import { createWorkerSlots } from './worker-slots.js';

/** How pages are read: how many at once, and with how much memory each. */
export interface ExtractionSettings {
  /** Most pages read at once, each in a worker of its own. Default: 4, and never more than there are cores. */
  readonly workers?: number | undefined;
  /** Most memory of one worker's heap, at least 64. Default 512. */
  readonly heapMegabytes?: number | undefined;
  /**
   * What workers run: where a bundler put `@loadout/builtin-tools/extraction-worker`. Default: `extraction-worker.js`
   * beside the running file, which is there unless this package is bundled.
   */
  readonly workerFile?: string | URL | undefined;
}

/** How an extractor is made. */
export interface ExtractorOptions extends ExtractionSettings {
  /** After so long without work, a worker is ended. Default 30,000. */
  readonly idleMs?: number | undefined;
}

const defaultWorkers = 4;
const defaultHeapMegabytes = 512;
// What is read is bounded, and that much is needed for it.
const minHeapMegabytes = 64;
const defaultIdleMs = 30_000;
const maxPreparationMs = 10_000;

/** Makes an {@link Extractor}. Starts nothing before the first job; throws where there is nothing to start. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const workers = Math.max(Math.min(Math.floor(options.workers ?? defaultWorkers), availableParallelism()), 1);
  const memoryMegabytes = Math.max(options.heapMegabytes ?? defaultHeapMegabytes, minHeapMegabytes);
  const workerFile = requireWorkerFile(options.workerFile);
  const slots = createWorkerSlots(workers);
  const jobs = new Set<AbortController>();
  let pools: Pools | undefined;
  let preparing: Promise<unknown> | undefined;

  const makePools = (): Pools => {
    const common = { workerFile, workers, memoryMegabytes, idleMs: options.idleMs ?? defaultIdleMs };
    return {
      threads: createWorkerPool({ ...common, runtime: 'worker_threads' }),
      processes: createWorkerPool({ ...common, runtime: 'child_process' }),
    };
  };

  const read = async (job: ExtractionJob, signal: AbortSignal): Promise<WorkerAnswer> => {
    const giveBack = await slots.take(signal);
    try {
      const isPdf = resolveMediaType(job.contentType, job.bytes).kind === 'pdf';
      // A second worker would start no sooner than the first is ready.
      if (!isPdf && preparing !== undefined) await untilAborted(preparing, signal);
      pools ??= makePools();
      return await (isPdf ? pools.processes : pools.threads).run(job, signal);
    } finally {
      giveBack();
    }
  };

  return {
    prepare() {
      if (preparing !== undefined || pools?.threads.hasWorker()) return;
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(), maxPreparationMs);
      jobs.add(ending);
      const prepared = async (): Promise<void> => {
        pools ??= makePools();
        await pools.threads.run({ prepare: 'html' }, ending.signal);
      };
      // Why it failed the next job will say.
      preparing = prepared()
        .catch(() => {})
        .finally(() => {
          clearTimeout(timer);
          jobs.delete(ending);
          preparing = undefined;
        });
    },
    async extract(job, { timeoutMs, signal }) {
      signal.throwIfAborted();
      const ending = new AbortController();
      const cancel = (): void => ending.abort(signal.reason);
      const expire = (): void =>
        ending.abort(new ExtractionError(`The page ${job.url} could not be read within ${timeoutMs} ms.`));
      const timer = setTimeout(expire, timeoutMs);
      signal.addEventListener('abort', cancel, { once: true });
      jobs.add(ending);
      try {
        return toPage(await read(job, ending.signal), job.url);
      } catch (error) {
        throw ending.signal.aborted ? ending.signal.reason : explainEnd(error, job.url, memoryMegabytes);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        jobs.delete(ending);
      }
    },
    async close() {
      const ending = pools;
      pools = undefined;
      for (const job of jobs) job.abort(new ExtractionError('The page was not read: the host has closed its reader.'));
      await Promise.all([ending?.threads.close(), ending?.processes.close()]);
    },
  };
}

interface Pools {
  readonly threads: ReturnType<typeof createWorkerPool>;
  readonly processes: ReturnType<typeof createWorkerPool>;
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

function toPage(answer: WorkerAnswer, url: string): ExtractedPage {
  if ('page' in answer) return answer.page;
  if ('refusal' in answer) throw new ExtractionError(answer.refusal);
  const reason = 'failure' in answer ? answer.failure : 'no page came back';
  throw new ExtractionError(`The page ${url} could not be read (${reason}).`);
}

/** A worker that ended over a page is told as a fact of that page. Of one that does not run the operator reads why. */
function explainEnd(error: unknown, url: string, megabytes: number): unknown {
  if (error instanceof ExtractionError) return error;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY' && message !== 'Worker exited unexpectedly') {
    return new Error('Pages cannot be read: what reads them does not run.', { cause: error });
  }
  return new ExtractionError(
    `The page ${url} could not be read: that takes more memory than the ${megabytes} MB that reading a page may take.`,
    { cause: error },
  );
}
