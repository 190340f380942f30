// All checks but the tests, by name. The build comes first because later steps read what it makes; the others share two
// processors. Every step runs, also after one has failed, and what each has to say is printed when it ends.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The longest steps stand first among those that run side by side. */
const steps = [
  ['build', 'scripts/build.mjs'],
  ['packages (publint, attw)', 'scripts/check-packages.mjs'],
  ['types of tests', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.tests.json'],
  ['types of the page', 'node_modules/typescript/bin/tsc', '-p', 'packages/server/page/tsconfig.json'],
  ['types of its tests', 'node_modules/typescript/bin/tsc', '-p', 'packages/server/test/page/tsconfig.json'],
  ['unused (knip)', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['layers', 'scripts/check-boundaries.mjs'],
  ['promises, errors, exports', 'node_modules/vitest/vitest.mjs', 'run', ...tableTests()],
  ['format and lint (Biome)', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['snippets', 'scripts/sync-snippets.mjs', '--check'],
];
const width = Math.max(...steps.map(([name]) => name.length));

const [build, ...others] = steps;
const results = new Map();
await runStep(build);
const waiting = others.values();
await Promise.all([runAll(waiting), runAll(waiting)]);

console.log('\ncheck');
for (const [name] of steps) {
  const { ok, seconds } = results.get(name);
  console.log(`  ${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${seconds} s`);
}
const failed = steps.filter(([name]) => !results.get(name).ok);
console.log(failed.length === 0 ? 'All checks passed.' : `${failed.length} of ${steps.length} checks failed.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** These hold documents and code to each other; they are part of `test` too. */
function tableTests() {
  return ['promises', 'error-codes', 'exports'].map((name) => `packages/core/test/${name}.test.ts`);
}

async function runAll(iterator) {
  for (const step of iterator) await runStep(step);
}

function runStep([name, ...args]) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    const finish = (ok) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      results.set(name, { ok, seconds });
      console.log(
        `\n── ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds} s)\n${Buffer.concat(output).toString().trimEnd()}`,
      );
      resolve();
    };
    child.on('error', (error) => {
      output.push(Buffer.from(String(error)));
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
