// How long the host holds the event loop while companions do their worst: large results, long lists, secrets to be found.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHost } from '@loadout/core';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { figure } from './measure.mjs';

const CALLS = 200;
/** As much as one turn may have of such results. */
const CALLS_PER_TURN = 20;
const TURN = { bot: 'bench', limits: { maxToolCalls: CALLS_PER_TURN, maxToolResultCharacters: 2_000_000 } };

/** Secrets to be looked for in each result, and what they are looked for in: prose with what looks encoded in it. */
const SECRETS = 30;
const PROSE = 'Lorem ipsum & dolor "sit" amet, 100% of it\\n consectetur + more. ';
const RESULT_CHARACTERS = 100_000;

export async function benchEventLoop() {
  return [await benchLargeResults(), await benchRedaction()];
}

async function benchLargeResults() {
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

  const delay = await callMany(host, (call) => `tool_${call % 50}`);
  await host.close();
  return figure('event loop delay with 50 MB results, p99', delay, 'ms', 20);
}

/** Results as long as they may be, on a host that knows many secrets; half of them is nothing but escapes. */
async function benchRedaction() {
  const fields = Array.from({ length: SECRETS }, (_, index) => `key_${index}`);
  const settingsSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string', secret: true }])),
  };
  const [definition] = createDefinitions(1);
  const answers = [PROSE.repeat(RESULT_CHARACTERS / PROSE.length), '\\'.repeat(RESULT_CHARACTERS)];
  let calls = 0;
  const host = await createHost({
    companions: [createCompanion([{ ...definition, settingsSchema }], async () => answers[calls++ % answers.length])],
    toolSettings: {
      [definition.name]: Object.fromEntries(
        fields.map((field, index) => [field, `sk-bench-${index}-0123456789abcdef`]),
      ),
    },
  });
  await host.bots.add({ id: 'bench' });
  await host.assign('bench', [definition.name]);
  const delay = await callMany(host, () => definition.name);
  await host.close();
  return figure(`event loop delay with ${SECRETS} secrets, p99`, delay, 'ms', 20);
}

/** The delay that one call in a hundred exceeds. */
async function callMany(host, nameOf) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let turn = await host.startTurn(TURN);
  for (let call = 0; call < CALLS; call += 1) {
    if (call % CALLS_PER_TURN === 0) {
      await turn.end();
      turn = await host.startTurn(TURN);
    }
    await turn.call({ name: nameOf(call), arguments: { query: `x ${call}` } });
    await new Promise((resolve) => setImmediate(resolve));
  }
  delay.disable();
  await turn.end();
  return delay.percentile(99) / 1e6;
}
