// How long a process keeps its own event loop from its next turn. What it only waits for a processor, because others
// have them all, is not its doing, and is left out where the system says how long that was (Linux).
import { readFileSync } from 'node:fs';

const EVERY_MS = 1;

/** Starts to watch; answers a function that ends it and answers the milliseconds of each turn, sorted. */
export function watchHeld() {
  const held = [];
  let lastTick = performance.now();
  let lastWaited = readWaitedMs();
  const timer = setInterval(() => {
    const [now, waited] = [performance.now(), readWaitedMs()];
    held.push(Math.max(0, now - lastTick - EVERY_MS - (waited - lastWaited)));
    lastTick = now;
    lastWaited = waited;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return held.sort((a, b) => a - b);
  };
}

/** How long the main thread has waited for a processor. */
function readWaitedMs() {
  try {
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch {
    // No Linux, or one that does not count it: all lateness is then the process's own.
    return 0;
  }
}
