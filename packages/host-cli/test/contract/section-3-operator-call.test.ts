import { expect, test } from 'vitest';
import { addCompanion, makeProject, runLoadout } from '../cli/run-loadout.js';

test("3.5 a call of the command is a turn of its own, and the operator's own: HIGH", async () => {
  const cwd = makeProject({ companions: ['@acme/mirror'] });
  addCompanion(
    cwd,
    'mirror',
    `export function register(host) {
      host.on('CollectToolProviders', (event) => event.registerProvider({
        getTools: () => [{
          name: 'look', description: 'Says who calls.', schema: { type: 'object' }, minimumConfidence: 'HIGH',
        }],
        executeTool: (_name, _args, _config, { context }) => {
          const { modelProvider, component, turnId } = context;
          return JSON.stringify({ modelProvider, component, turnId });
        },
      }));
    }`,
  );
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  await run('bots', 'add', 'guide');
  await run('assign', 'guide', 'look');
  const answers = [await run('call', 'guide', 'look'), await run('call', 'guide', 'look')];
  const contexts = answers.map(({ stdout }) => JSON.parse(stdout));
  for (const context of contexts) {
    expect(context).toMatchObject({ modelProvider: { id: 'operator', confidence: 'HIGH' }, component: 'chat' });
  }
  expect(contexts[0].turnId).not.toBe(contexts[1].turnId);
  expect((await run('show', 'guide', '--confidence', 'UNKNOWN')).stdout).toMatch(/below-minimum-confidence/);
});
