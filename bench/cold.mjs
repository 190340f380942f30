// A cold catalogue: 10,000 definitions that were never seen, up to the moment when 50 of them are offered.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createHost, createMemoryStore } from '@loadout/core';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { figure, median } from './measure.mjs';

const TOOLS = 10_000;
const OFFERED = 50;
const ROUNDS = 15;

// The definitions of the rounds before are no work of a catalogue: they are collected before a measurement, not in it.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

export async function benchCold() {
  const floors = [];
  const costs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(buildMap(createDefinitions(TOOLS)));
    costs.push(await offerFromCold(createDefinitions(TOOLS)));
  }
  const ratio = (time) => median(costs.map((cost, index) => cost[time] / floors[index][time]));
  return [
    figure('floor: a Map of 10,000 definitions by name', median(floors.map(({ wall }) => wall)), 'ms wall'),
    figure('cold catalogue of 10,000, 50 offered', median(costs.map(({ wall }) => wall)), 'ms wall'),
    figure('… as a multiple of the floor', ratio('wall'), 'x', 4),
    figure('… the same in CPU time of all threads', ratio('cpu'), 'x'),
  ];
}

/** What any merge has to do: an entry for each definition, found by its name. */
function buildMap(definitions) {
  collectGarbage({ type: 'minor' });
  const elapsed = startWatch();
  const map = new Map();
  for (const definition of definitions) {
    if (!map.has(definition.name)) map.set(definition.name, { owner: '@bench/tools', definition });
  }
  const duration = elapsed();
  if (map.size !== TOOLS) throw new Error('unexpected');
  return duration;
}

async function offerFromCold(definitions) {
  const names = Array.from({ length: OFFERED }, (_, index) => `tool_${index * (TOOLS / OFFERED)}`);
  const store = await storeWith(names);
  const host = await createHost({ store, companions: [createCompanion(definitions)] });
  collectGarbage({ type: 'minor' });
  const elapsed = startWatch();
  const turn = await host.startTurn({ bot: 'bench' });
  const { length } = turn.toolsJson;
  const duration = elapsed();
  if (turn.offered.length !== OFFERED || length === 0) throw new Error('The turn does not offer what it should.');
  await host.close();
  return duration;
}

async function storeWith(names) {
  const store = createMemoryStore();
  const at = new Date().toISOString();
  await store.change(async (writer) => {
    await writer.addBot({ id: 'bench', displayName: 'bench', createdAt: at });
    const assignments = names.map((toolName, index) => ({
      toolName,
      owner: '@bench/tools',
      label: toolName,
      definitionHash: null,
      settingsOverride: null,
      isBuiltIn: false,
      position: index + 1,
      assignedAt: at,
      updatedAt: at,
    }));
    await writer.putAssignments('bench', assignments);
  });
  return store;
}

/** CPU time counts what V8 does on other threads as well: compiling, collecting garbage. */
function startWatch() {
  const wall = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { wall: performance.now() - wall, cpu: (user + system) / 1_000 };
  };
}
