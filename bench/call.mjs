// What a validated call costs above the least that it could: a compiled schema and the tool's own promise.
import { createHost } from '@loadout/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createCompanion, createDefinitions } from './definitions.mjs';
import { compareRounds, cpuPerRun, figure } from './measure.mjs';

const CALLS = 100_000;
/** The most calls that a turn may have. Starting and ending turns is not part of the figure: `turn` measures that. */
const CALLS_PER_TURN = 100;
const TURNS = 20;
/** In turn, so that no call is the same as the one before. */
const ARGUMENTS = [
  { query: 'statistics', limit: 5 },
  { query: 'statistics', limit: 6 },
];
const TURN = { bot: 'bench', limits: { maxToolCalls: CALLS_PER_TURN } };

export async function benchCall() {
  const [definition] = createDefinitions(1);
  const executeTool = async (_name, args) => args.query;
  const validate = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(
    definition.schema,
  );
  const floor = async (run) => {
    const args = ARGUMENTS[run % 2];
    if (!validate(args)) throw new Error('unexpected');
    return executeTool('tool_0', args);
  };

  const host = await createHost({ companions: [createCompanion([definition], executeTool)] });
  await host.bots.add({ id: 'bench' });
  await host.assign('bench', ['tool_0']);
  const outcome = await callIn(await host.startTurn(TURN), 1);
  if (outcome.status !== 'SUCCESS') throw new Error(`The call failed: ${JSON.stringify(outcome)}`);
  const { base, own, ratio } = await compareRounds(
    () => cpuPerRun(CALLS, floor, 1),
    () => cpuPerCall(host),
  );
  await host.close();
  return [
    figure('floor: ajv validate + async call', base, 'us CPU'),
    figure('validated call with trace in memory', own, 'us CPU'),
    figure('… as a multiple of the floor', ratio, 'x', 7),
  ];
}

function callIn(turn, run) {
  return turn.call({ id: 'call', name: 'tool_0', arguments: ARGUMENTS[run % 2] });
}

/** CPU microseconds a call, a few turns at a time. */
async function cpuPerCall(host) {
  let spent = 0;
  for (let made = 0; made < CALLS; made += TURNS * CALLS_PER_TURN) {
    const turns = await Promise.all(Array.from({ length: TURNS }, () => host.startTurn(TURN)));
    const before = process.cpuUsage();
    for (const turn of turns) {
      for (let run = 0; run < CALLS_PER_TURN; run += 1) await callIn(turn, run);
    }
    const { user, system } = process.cpuUsage(before);
    spent += user + system;
    await Promise.all(turns.map((turn) => turn.end()));
  }
  return spent / CALLS;
}
