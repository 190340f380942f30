import { expect, test } from 'vitest';
import { addCompanion, makeProject, runLoadout } from './run-loadout.js';

/** Lists its tool, with an alias, after a while, or never. */
const listing = (name: string, afterMs: number): string => `
export function register(host) {
  host.on('CollectToolProviders', (event) => event.registerProvider({
    getTools: () => new Promise((resolve) => {
      if (${Number.isFinite(afterMs)}) setTimeout(resolve, ${afterMs}, [
        { name: '${name}', description: 'Is slow.', schema: { type: 'object' }, aliases: ['${name}_old'] },
      ]);
    }),
    executeTool: () => 'done',
  }));
}`;

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const since = performance.now();
  const result = await work;
  return { result, ms: performance.now() - since };
}

test('2.2 a command waits for lists 1 s, as a turn, where its tools are there', async () => {
  const cwd = makeProject({ companions: ['@acme/tools', '@acme/hanging'] });
  addCompanion(cwd, 'hanging', listing('never', Number.POSITIVE_INFINITY));
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  for (const args of [
    ['assign', 'demo', 'echo'],
    ['show', 'demo'],
    ['call', 'demo', 'echo'],
  ]) {
    const { result, ms } = await timed(runLoadout(args, { cwd }));
    expect([args, result.code]).toEqual([args, 0]);
    expect(ms).toBeLessThan(3_500);
  }
  // Not assigned, but there: nothing that comes could change the answer.
  const { result, ms } = await timed(runLoadout(['call', 'demo', 'fail'], { cwd }));
  expect(result.code).toBe(1);
  expect(ms).toBeLessThan(3_500);
});

test('a command waits longer for the tool that it was asked for', async () => {
  const cwd = makeProject({ companions: ['@acme/slow'] });
  addCompanion(cwd, 'slow', listing('late', 1_400));
  await runLoadout(['bots', 'add', 'demo'], { cwd });
  expect(await runLoadout(['assign', 'demo', 'late'], { cwd })).toMatchObject({ code: 0, stdout: 'demo has late.\n' });
  expect((await runLoadout(['show', 'demo'], { cwd })).stdout).toMatch(/^Offered \(1\)$/m);
  for (const name of ['late', 'late_old']) {
    expect(await runLoadout(['call', 'demo', name], { cwd })).toMatchObject({ code: 0, stdout: 'done\n', stderr: '' });
  }
  expect(await runLoadout(['unassign', 'demo', 'late_old'], { cwd })).toMatchObject({
    stdout: 'demo no longer has late.\n',
    stderr: '',
  });
});
