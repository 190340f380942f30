// `loadout tools` from a cold start: wall time and the modules that it loads.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { figure, median } from './measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'packages/host-cli/dist/main.js');
const RUNS = 9;

export function benchCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  try {
    const env = { ...process.env, LOADOUT_DATABASE: join(folder, 'bench.sqlite') };
    run([main, 'tools', '--json'], env);
    const bare = median(Array.from({ length: RUNS }, () => time(['-e', '0'], env)));
    const wall = median(Array.from({ length: RUNS }, () => time([main, 'tools', '--json'], env)));
    const modules = listModules(folder, env);
    const count = (part) => modules.filter((url) => url.includes(part)).length;
    return [
      figure('floor: node itself', bare, 'ms wall'),
      figure('loadout tools --json, cold', wall, 'ms wall'),
      figure('… files loaded', modules.length, 'files'),
      figure('… of them jsdom', count('/jsdom'), 'files', 0),
      figure('… of them undici', count('/undici'), 'files', 0),
      figure('… of them ajv', count('/ajv'), 'files', 0),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args, env) {
  const result = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
  return result.stdout;
}

function time(args, env) {
  const before = performance.now();
  run(args, env);
  return performance.now() - before;
}

/** A loader hook writes down every module that is resolved. */
function listModules(folder, env) {
  const hook = join(folder, 'hook.mjs');
  const list = join(folder, 'modules.txt');
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(list)}, url + '\\n');
  return next(url, context);
}`,
  );
  const register = join(folder, 'register.mjs');
  writeFileSync(register, `import { register } from 'node:module'; register(${JSON.stringify(`file://${hook}`)});`);
  const out = run(['--import', register, main, 'tools', '--json'], env);
  JSON.parse(out);
  return readLines(list).filter((url) => url.startsWith('file:'));
}

function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
