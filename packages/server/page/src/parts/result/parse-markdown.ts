/*
 * Markdown that others wrote may take its parser seconds, or more (`_*a` over and over is quadratic). So a worker parses it,
 * one text at a time, and is ended when a text takes it too long. That text is shown as it is then.
 */
import type { MarkdownNode } from './markdown-tree.js';

/** Null: it is shown as it is. */
export type Parsed = readonly MarkdownNode[] | null;

/** A usual answer takes some milliseconds. */
const longestMs = 2_000;

/** The worker that is there. */
let running: Promise<Worker> | undefined;
/** Ends when the last text that was asked for is parsed. */
let last: Promise<unknown> = Promise.resolve();

/** The tree of a text; null where it takes too long or is too large, or where nobody waits for it any more. */
export function parseMarkdown(text: string, signal: AbortSignal): Promise<Parsed> {
  const parsed = last.then(() => (signal.aborted ? null : parse(text)));
  last = parsed;
  return parsed;
}

async function parse(text: string): Promise<Parsed> {
  running ??= startWorker();
  const worker = await running.catch(() => undefined);
  if (worker === undefined) {
    running = undefined;
    return null;
  }
  const tree = await ask(worker, text);
  if (tree !== undefined) return tree;
  worker.terminate();
  running = undefined;
  return null;
}

/** Waits until its script is loaded, which is no time that a text takes. */
function startWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => reject(new Error('The worker for Markdown did not start.'));
  });
}

/** Undefined: it failed, or took too long. */
function ask(worker: Worker, text: string): Promise<Parsed | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), longestMs);
    const end = (tree: Parsed | undefined): void => {
      clearTimeout(timer);
      resolve(tree);
    };
    worker.onmessage = ({ data }: MessageEvent<Parsed>) => end(data);
    worker.onerror = () => end(undefined);
    worker.onmessageerror = () => end(undefined);
    worker.postMessage(text);
  });
}
