/**
 * What a worker runs, one task at a time; threads and child processes run the same file. Errors are answered as
 * values, because an error loses its class on its way between threads.
 */
import { isMainThread, type MessagePort } from 'node:worker_threads';
import { extractPage } from './extract-page.js';
import { type ExtractedPage, ExtractionError, type ExtractionJob } from './extracted-page.js';
import { watchMemory } from './watch-memory.js';

/** What a worker is asked: to read a body, or to load what it will need for HTML. */
export type WorkerTask = ExtractionJob | { readonly prepare: 'html' };

/** What arrives in a worker: a thread says that it begins by a port, a process by its channel to the host. */
export type SentTask = WorkerTask & { readonly begun?: MessagePort };

/** How a task ended. */
export type WorkerAnswer =
  | { readonly page: ExtractedPage }
  /** In words for the model. */
  | { readonly refusal: string }
  /** What a parser threw. */
  | { readonly failure: string }
  | { readonly prepared: true };

// What a parser leaves behind must not end the worker while it reads the next page.
process.on('unhandledRejection', ignore);

// Nor may it write where the host's own output goes.
Object.assign(console, { debug: ignore, error: ignore, info: ignore, log: ignore, trace: ignore, warn: ignore });

watchMemory();

/** See the head of this file. */
export async function runTask({ begun, ...task }: SentTask): Promise<WorkerAnswer> {
  // The time to read counts from when this is loaded.
  await (isMainThread ? import('./pdf/read-pdf.js') : import('./html/read-html.js'));
  if ('prepare' in task) return { prepared: true };
  if (isMainThread) process.send?.('begun');
  else begun?.postMessage('begun');
  try {
    return { page: await extractPage(task) };
  } catch (error) {
    if (error instanceof ExtractionError) return { refusal: error.message };
    return { failure: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'an unknown error' };
  }
}

function ignore(): void {}
