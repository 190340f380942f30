// One contestant in a process of its own, so that a page on which it never ends can be ended, what it holds is not
// collected at another's expense, and what it prints is not seen. It is told pages, and answers what it made of each.
import { contestants } from './contestants.mjs';
import { plainText } from './plain-text.mjs';

const { atOnce, create } = contestants[process.argv[2]];
const reader = await create();

process.on('unhandledRejection', () => {});
process.on('message', async (message) => {
  if (message.close) {
    await reader.close?.();
    process.disconnect();
    return;
  }
  const { id, job } = message;
  // One at a time it is CPU time of the reading alone; a pool's is the clock's, and depends on what else runs.
  const start = atOnce === 1 ? cpuMs() : performance.now();
  let page = {};
  try {
    page = await reader.read(job);
  } catch (error) {
    page = { error: String(error) };
  }
  const ms = (atOnce === 1 ? cpuMs() : performance.now()) - start;
  const text = page.text ?? plainText(page.markdown ?? '');
  process.send({ id, ms, page, text, cpu: cpuMs() });
});
process.send({ ready: true });

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
