// `pnpm bench`: every figure with its floor, in one run. Exits with 1 when a limit is not held.
import { benchCall } from './call.mjs';
import { benchCold } from './cold.mjs';
import { benchCommand } from './command.mjs';
import { benchEventLoop } from './event-loop.mjs';
import { benchLoop } from './loop.mjs';
import { benchPage } from './page.mjs';
import { benchStore } from './store.mjs';
import { benchTraces } from './traces.mjs';
import { benchTurn } from './turn.mjs';
import { benchWeb } from './web.mjs';

const benches = {
  call: benchCall,
  turn: benchTurn,
  loop: benchLoop,
  traces: benchTraces,
  store: benchStore,
  cold: benchCold,
  command: benchCommand,
  'event-loop': benchEventLoop,
  web: benchWeb,
  page: benchPage,
};
const chosen = process.argv.slice(2);
let failures = 0;

for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  for (const { name: what, value, unit, limit, holds } of await bench()) {
    if (!holds) failures += 1;
    const shown = value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
    const verdict = limit === undefined ? '' : `  ${holds ? 'holds' : 'EXCEEDS'} ${limit}`;
    console.log(`  ${what.padEnd(46)} ${shown.padStart(8)} ${unit}${verdict}`);
  }
}

process.exitCode = failures === 0 ? 0 : 1;
