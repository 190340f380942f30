/**
 * Reads pages in workers: threads for text, and processes for PDF. Each job has a deadline that ends its worker, and
 * so has what waits for one; a worker that ends takes one job along. However long the deadline is, a worker reads a page
 * for a short time only.
 */
import { availableParallelism } from 'node:os';
import { showUrl } from '@loadout/core/hosts';
import { describeSeconds } from '../describe-seconds.js';
import { type ExtractedPage, ExtractionError, type ExtractionJob, type Extractor } from './extracted-page.js';
import type { WorkerAnswer } from './extraction-worker.js';
import { type JobOptions, joinWorkers, type SharedWorkers } from './shared-workers.js';
import { requireWorkerFile } from './worker-file.js';
import { createWorkerSlots } from './worker-slots.js';

/** How pages are read: how many at once, and with how much memory each. */
export interface ExtractionSettings {
  /** Most pages read at once, each in a worker of its own. Default: 4, and never more than there are cores. */
  readonly workers?: number | undefined;
  /** Most memory of one worker's heap, at least 64. Default 512. */
  readonly heapMegabytes?: number | undefined;
  /** Longest time that a worker reads one page, however much time the page has. Default 10,000. */
  readonly readingMs?: number | undefined;
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
const defaultReadingMs = 10_000;
const defaultIdleMs = 30_000;

let extractors = 0;

/** Makes an {@link Extractor}. Starts nothing before the first job; throws where there is nothing to start. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { readingMs = defaultReadingMs, idleMs = defaultIdleMs } = options;
  const slots = createWorkerSlots(Math.min(options.workers ?? defaultWorkers, availableParallelism()));
  const memoryMegabytes = Math.max(options.heapMegabytes ?? defaultHeapMegabytes, minHeapMegabytes);
  const workerFile = requireWorkerFile(options.workerFile);
  extractors += 1;
  const name = extractors;
  let joined: SharedWorkers | undefined;
  const join = (): SharedWorkers => {
    joined ??= joinWorkers({ workerFile, memoryMegabytes, idleMs });
    return joined;
  };

  const read = async (job: ExtractionJob, jobOptions: JobOptions): Promise<WorkerAnswer> => {
    const giveBack = await slots.take(jobOptions.asker, jobOptions.signal);
    try {
      return await join().run(job, { ...jobOptions, asker: `${name} ${jobOptions.asker}` });
    } finally {
      giveBack();
    }
  };

  return {
    prepare: () => join().prepare(),
    async extract(job, { timeoutMs, wholeMs = timeoutMs, asker = '', signal }) {
      signal.throwIfAborted();
      const url = showUrl(job.url);
      const ending = new AbortController();
      const cancel = (): void => ending.abort(signal.reason);
      signal.addEventListener('abort', cancel, { once: true });
      let clock: NodeJS.Timeout | undefined;
      let hasEnded = false;
      const onBegin = (): void => {
        if (hasEnded) return;
        clock = setTimeout(() => ending.abort(tookTooLong(url, readingMs)), readingMs);
      };
      const expire = (): void =>
        ending.abort(clock === undefined ? waitedTooLong(url, { timeoutMs, wholeMs }) : isLate(url, wholeMs));
      const timer = setTimeout(expire, timeoutMs);
      try {
        return toPage(await read(job, { asker, signal: ending.signal, onBegin }), url);
      } catch (error) {
        throw ending.signal.aborted ? ending.signal.reason : explainEnd(error, url, memoryMegabytes);
      } finally {
        hasEnded = true;
        clearTimeout(timer);
        clearTimeout(clock);
        signal.removeEventListener('abort', cancel);
      }
    },
    async close() {
      const left = joined;
      joined = undefined;
      await left?.leave();
    },
  };
}

function tookTooLong(url: string, readingMs: number): ExtractionError {
  return new ExtractionError(
    `The page ${url} takes too long to read: it was not done after ${describeSeconds(readingMs)}. Trying again will not ` +
      'help; read another page with the same content.',
  );
}

/** Most of the time may have gone by before the page was here. */
function waitedTooLong(
  url: string,
  { timeoutMs, wholeMs }: { readonly timeoutMs: number; readonly wholeMs: number },
): ExtractionError {
  const why =
    timeoutMs * 2 < wholeMs
      ? 'fetching it, or waiting for its server, took most of them'
      : 'other pages were being read';
  return new ExtractionError(
    `The page ${url} was fetched, but not read within the ${describeSeconds(wholeMs)} that there are for it: ${why}. Try ` +
      'again later.',
  );
}

function isLate(url: string, wholeMs: number): ExtractionError {
  return new ExtractionError(
    `The page ${url} was fetched, but could not be read to its end within the ${describeSeconds(wholeMs)} that there are ` +
      'for it. Try once more, or read another page.',
  );
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
