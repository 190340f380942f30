import { availableParallelism } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { ExtractionError } from '../../src/extraction/extracted-page.js';
import { kinds, makeExtractor, run, url, workerFile, workerOf } from './odd-extractor.js';

test.each(kinds)('a %s is kept for the next job', async (_kind, prefix) => {
  const extractor = makeExtractor();
  const first = JSON.parse(await run(extractor, `${prefix}who`));
  expect(JSON.parse(await run(extractor, `${prefix}who`))).toEqual({ ...first, runs: 2 });
  expect(first.worker.startsWith(`${process.pid}-`)).toBe(prefix === '');
});

test('the deadline counts from the asking, also for what waits', async () => {
  const extractor = makeExtractor();
  const stuck = run(extractor, 'loop', 600);
  const ended: string[] = [];
  const waiting = run(extractor, 'who', 100).catch((error: Error) => ended.push(error.message));
  await Promise.all([stuck.catch((error: Error) => ended.push(error.message)), waiting]);
  expect(ended).toEqual([
    `The page ${url} was fetched, but not read within the 1 second that there are for it: other pages were being read. Try again later.`,
    expect.stringContaining('within the 1 second'),
  ]);
});

test('where fetching took most of the time, that is what is told', async () => {
  const extractor = makeExtractor();
  const stuck = run(extractor, 'loop', 600).catch(() => {});
  const job = { bytes: Buffer.from('who'), contentType: 'text/plain', url };
  const late = extractor.extract(job, { timeoutMs: 100, wholeMs: 6_000, signal: new AbortController().signal });
  await expect(late).rejects.toThrow(
    'not read within the 6 seconds that there are for it: fetching it, or waiting for its server, took most of them.',
  );
  await stuck;
});

test('an abort ends what runs and what waits at once, with its reason', async () => {
  const extractor = makeExtractor();
  const controller = new AbortController();
  const running = run(extractor, 'loop', 20_000, controller.signal);
  const waiting = run(extractor, 'loop', 20_000, controller.signal);
  const reason = new Error('no longer wanted');
  const ended = Promise.allSettled([running, waiting]);
  await workerStarted();
  controller.abort(reason);
  const startedAt = performance.now();
  expect(await ended).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  await expect(run(extractor, 'who', 20_000, controller.signal)).rejects.toBe(reason);
  expect(await workerOf(extractor)).toBeTruthy();
});

/** Until the pool is loaded; whether the worker is up by then is all the same. */
async function workerStarted(): Promise<void> {
  await import('tinypool');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

test('at most as many run at once as there are workers, and no more than cores', async () => {
  const cores = availableParallelism();
  for (const [asked, expected] of [
    [1, 1],
    [1_000, cores],
  ] as const) {
    const extractor = makeExtractor({ workers: asked });
    const seen = new Set<string>();
    const jobs = Array.from({ length: 12 }, async () => seen.add(await workerOf(extractor)));
    await Promise.all(jobs);
    expect(seen.size).toBeLessThanOrEqual(expected);
    await extractor.close();
  }
});

test('what a worker answers or throws becomes a page or an ExtractionError', async () => {
  const extractor = makeExtractor();
  await expect(run(extractor, 'refuses')).rejects.toThrow(new ExtractionError(`The page ${url} is refused.`));
  await expect(run(extractor, 'fails')).rejects.toThrow(
    new ExtractionError(`The page ${url} could not be read (RangeError: too deep).`),
  );
  for (const task of ['refuses', 'fails']) {
    await expect(run(extractor, task)).rejects.toHaveProperty('name', 'ExtractionError');
  }
  await expect(run(extractor, 'throws')).rejects.toMatchObject(doesNotRun('thrown by a parser'));
});

/** The model reads one sentence, the operator why. */
function doesNotRun(why: string): object {
  const message = 'Pages cannot be read: what reads them does not run.';
  return { message, cause: expect.objectContaining({ message: expect.stringContaining(why) }) };
}

test.each(kinds)('a %s gets nothing of the environment of the host', async (_kind, prefix) => {
  process.env.LOADOUT_TEST_SECRET = 'secret';
  onTestFinished(() => {
    delete process.env.LOADOUT_TEST_SECRET;
  });
  const { env } = JSON.parse(await run(makeExtractor(), `${prefix}environment`));
  expect(env).not.toContain('LOADOUT_TEST_SECRET');
  expect(env).not.toContain('PATH');
});

test('bytes are transferred where they have a buffer of their own, and copied where they share one', async () => {
  const extractor = makeExtractor();
  const extract = (bytes: Uint8Array) =>
    extractor.extract(
      { bytes, contentType: 'text/plain', url },
      { timeoutMs: 20_000, signal: new AbortController().signal },
    );
  const whole = new Uint8Array(100_000).fill(0x61);
  expect(JSON.parse((await extract(whole)).markdown).bytes).toBe(100_000);
  expect(whole.byteLength).toBe(0);
  const shared = Buffer.from('a small text').subarray(2);
  expect(JSON.parse((await extract(shared)).markdown).bytes).toBe(10);
  expect(shared.toString()).toBe('small text');
});

test('closing ends what is idle, and no job: those end by their own signals, and a later one starts anew', async () => {
  const extractor = makeExtractor({ workers: 2 });
  const first = await workerOf(extractor);
  await extractor.close();
  const controller = new AbortController();
  const stuck = run(extractor, 'loop', 20_000, controller.signal);
  const last = run(extractor, 'wait');
  await extractor.close();
  expect(await last).toBe('waited');
  controller.abort(new Error('no longer wanted'));
  await expect(stuck).rejects.toThrow('no longer wanted');
  await extractor.close();
  expect(await workerOf(extractor)).not.toBe(first);
});

test('extractors share workers, and closing one of them leaves those of the others alone', async () => {
  const extractors = Array.from({ length: 2 * availableParallelism() }, () => makeExtractor());
  const seen = await Promise.all(extractors.map((extractor) => workerOf(extractor)));
  expect(new Set(seen).size).toBeLessThanOrEqual(availableParallelism());
  const [kept, ...closed] = extractors;
  await Promise.all(closed.map((extractor) => extractor.close()));
  if (kept !== undefined) expect(seen).toContain(await workerOf(kept));
});

test('a worker without work is ended after a time', async () => {
  const extractor = makeExtractor({ idleMs: 50 });
  const first = await workerOf(extractor);
  await expect.poll(() => workerOf(extractor), { interval: 300, timeout: 10_000 }).not.toBe(first);
});

test('a worker that cannot start fails its jobs, which do not wait for ever', async () => {
  const extractor = makeExtractor({ workerFile: workerFile.replace('odd-', 'broken-') });
  await expect(run(extractor, 'who', 15_000)).rejects.toMatchObject(doesNotRun('broken at'));
});

test('a worker that is prepared before the first job reads it', async () => {
  const extractor = makeExtractor({ workers: 2 });
  extractor.prepare();
  extractor.prepare();
  const first = JSON.parse(await run(extractor, 'who'));
  expect(first.runs).toBe(2);
  extractor.prepare();
  expect(JSON.parse(await run(extractor, 'who'))).toEqual({ ...first, runs: 3 });
});

test('what is wrong with the worker is told by the job, not by the preparation', async () => {
  const extractor = makeExtractor({ workerFile: workerFile.replace('odd-', 'broken-') });
  extractor.prepare();
  await expect(run(extractor, 'who')).rejects.toMatchObject(doesNotRun('broken at'));
});

test('an aborted job does not wait for the preparation, and closing ends that too', async () => {
  const extractor = makeExtractor({ workerFile: workerFile.replace('odd-', 'stuck-') });
  extractor.prepare();
  const controller = new AbortController();
  const job = run(extractor, 'who', 20_000, controller.signal);
  controller.abort(new Error('no longer wanted'));
  await expect(job).rejects.toThrow('no longer wanted');
  await expect(run(extractor, 'who', 100)).rejects.toThrow('was fetched, but not read within the 1 second');
  await extractor.close();
});
