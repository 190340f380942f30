// A warm turn: the tool array as text for 50 tools of a bot, out of catalogues of different sizes.
import { createHost } from '@loadout/core';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { cpuPerRun, figure } from './measure.mjs';

const TURNS = 20_000;
const OFFERED = 50;

async function measureTurn(toolCount, options = {}) {
  const definitions = createDefinitions(toolCount);
  const host = await createHost({ companions: [createCompanion(definitions)] });
  await host.bots.add({ id: 'bench' });
  const step = Math.floor(toolCount / OFFERED);
  await host.assign(
    'bench',
    Array.from({ length: OFFERED }, (_, index) => `tool_${index * step}`),
  );
  let length = 0;
  const cost = await cpuPerRun(TURNS, async () => {
    const turn = await host.startTurn({ bot: 'bench', ...options });
    length = turn.toolsJson.length;
    await turn.end();
  });
  const turn = await host.startTurn({ bot: 'bench' });
  if (turn.offered.length !== OFFERED || length === 0) throw new Error('The turn does not offer what it should.');
  const tools = turn.offered.map(({ name, description, schema }) => ({ name, description, inputSchema: schema }));
  const stringify = await cpuPerRun(2_000, () => JSON.stringify(tools));
  await host.close();
  return { cost, stringify };
}

export async function benchTurn() {
  const small = await measureTurn(100);
  const large = await measureTurn(10_000);
  const full = await measureTurn(10_000, {
    model: { api: 'chat' },
    modelProvider: { id: 'bench', confidence: 'HIGH' },
    conversation: { id: 'room' },
  });
  return [
    figure('floor: JSON.stringify of 50 tools', large.stringify, 'us CPU'),
    figure('warm turn, 50 of 100 tools', small.cost, 'us CPU', 20),
    figure('warm turn, 50 of 10,000 tools', large.cost, 'us CPU', 20),
    figure('… of a conversation, for a model API', full.cost, 'us CPU', 20),
    figure('… large catalogue over small one', large.cost / small.cost, 'x', 1.5),
  ];
}
