// How long the host holds the event loop while companions do their worst: large results, long lists.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHost } from '@loadout/core';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { figure } from './measure.mjs';

const CALLS = 200;
/** As much as one turn may have of such results. */
const CALLS_PER_TURN = 20;
const TURN = { bot: 'bench', limits: { maxToolCalls: CALLS_PER_TURN, maxToolResultCharacters: 2_000_000 } };

export async function benchEventLoop() {
  const text = 'x'.repeat(50_000_000);
  const rows = Array.from({ length: 2_000 }, (_, row) => ({ row, name: `row ${row}`, tags: ['a', 'b'] }));
  const answers = [text, { rows }, { content: [{ type: 'text', text }] }, 'short'];
  const executeTool = async (name) => answers[Number(name.slice(5)) % answers.length];
  const host = await createHost({ companions: [createCompanion(createDefinitions(10_000), executeTool)] });
  await host.bots.add({ id: 'bench' });
  await host.assign(
    'bench',
    Array.from({ length: 50 }, (_, index) => `tool_${index}`),
  );

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let turn = await host.startTurn(TURN);
  for (let call = 0; call < CALLS; call += 1) {
    if (call % CALLS_PER_TURN === 0) {
      await turn.end();
      turn = await host.startTurn(TURN);
    }
    await turn.call({ name: `tool_${call % 50}`, arguments: { query: 'x' } });
    await new Promise((resolve) => setImmediate(resolve));
  }
  delay.disable();
  await host.close();
  return [figure('event loop delay with 50 MB results, p99', delay.percentile(99) / 1e6, 'ms', 20)];
}
