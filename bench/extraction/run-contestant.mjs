// Has one contestant read all pages, in a process that is replaced where a page does not end.
import { fork } from 'node:child_process';
import { once } from 'node:events';

const file = new URL('contestant-process.mjs', import.meta.url);
const warmPages = 10;

/**
 * Reads some pages to warm up, as many at once as are measured, and then all. A page that takes longer than the
 * deadline by the clock, that throws, or that ends the process is failed: it has no text.
 */
export async function runContestant(name, { atOnce }, pages, { deadlineMs }) {
  let reader = await startReader(name);
  let failures = 0;
  const run = { texts: [], times: [], read: [] };
  const readPage = async (index) => {
    const { read, url, contentType } = pages[index];
    const bytes = new Uint8Array(read());
    const current = reader;
    const answer = await current.read({ bytes, contentType, url }, deadlineMs);
    if (answer.isOver && reader === current) {
      current.kill();
      reader = await startReader(name);
    }
    if (answer.isOver || answer.page.error !== undefined) failures += 1;
    run.texts[index] = answer.text;
    run.times[index] = answer.ms;
    run.read[index] = answer.page;
  };
  const readAll = async (count) => {
    let next = 0;
    const work = async () => {
      while (next < count) {
        const index = next;
        next += 1;
        await readPage(index);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  };
  await readAll(Math.min(pages.length, warmPages * atOnce));
  failures = 0;
  const before = reader;
  const cpu = reader.cpu();
  const wall = performance.now();
  await readAll(pages.length);
  const wallMs = performance.now() - wall;
  // Of a process that was replaced, the CPU time is not known.
  const usedMs = reader === before ? reader.cpu() - cpu : undefined;
  await reader.close();
  return { ...run, failures, atOnce, wallMs, usedMs };
}

async function startReader(name) {
  const child = fork(file, [name], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const waiting = new Map();
  let ids = 0;
  let cpuMs = 0;
  const ready = withResolvers();
  child.on('message', (message) => {
    if (message.ready) return ready.resolve();
    cpuMs = Math.max(cpuMs, message.cpu);
    waiting.get(message.id)?.(message);
  });
  child.on('exit', () => {
    ready.reject(new Error(`${name} does not start.`));
    for (const end of waiting.values()) end({ isOver: true });
  });
  await ready.promise;
  return {
    cpu: () => cpuMs,
    kill: () => child.kill('SIGKILL'),
    read: (job, deadlineMs) => {
      ids += 1;
      const id = ids;
      return new Promise((resolve) => {
        const end = ({ isOver = false, page = {}, text = '', ms = deadlineMs }) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve({ isOver, page, text, ms });
        };
        const timer = setTimeout(end, deadlineMs, { isOver: true });
        waiting.set(id, end);
        if (child.connected) child.send({ id, job });
        else end({ isOver: true });
      });
    },
    close: async () => {
      if (!child.connected) return;
      const exited = once(child, 'exit');
      child.send({ close: true });
      await exited;
    },
  };
}

function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
