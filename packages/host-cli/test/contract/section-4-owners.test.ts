import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, runLoadout } from '../cli/run-loadout.js';

/** A project whose companions can be replaced between two commands, and a bot that has tools of `@acme/old`. */
async function makeRun(tools: readonly string[] = ['search', 'fetch']) {
  const cwd = makeProject({ companions: [] });
  const configure = (companions: readonly string[]): void =>
    writeFileSync(join(cwd, 'loadout.config.json'), JSON.stringify({ companions }));
  const install = (id: string, names: readonly string[], manifest: object = {}): void => {
    const folder = join(cwd, 'node_modules', id);
    mkdirSync(folder, { recursive: true });
    const loadout = { contract: 1, ...manifest };
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: id, type: 'module', exports: './index.js', loadout }),
    );
    writeFileSync(
      join(folder, 'index.js'),
      `export function register(host) {
        host.on('CollectToolProviders', (event) => event.registerProvider({
          getTools: () => ${JSON.stringify(names)}.map((name) => ({
            name, label: 'Label of ' + name, description: 'Is of ${id}.', schema: { type: 'object' },
          })),
          executeTool: () => '${id}',
        }));
      }`,
    );
  };
  const remove = (id: string): void => rmSync(join(cwd, 'node_modules', id), { recursive: true });
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout);
  const findings = async (area: string): Promise<readonly { message: string; remedy: string; level: string }[]> =>
    (await json('doctor')).findings.filter((finding: { area: string }) => finding.area === area);
  install('@acme/old', tools);
  configure(['@acme/old']);
  await run('bots', 'add', 'guide');
  await run('assign', 'guide', ...tools);
  return { cwd, configure, install, remove, run, json, findings };
}

test('4.2 tools of a companion that was removed are inert, shown with their last label, and come back with it', async () => {
  const { configure, run, json, findings } = await makeRun();
  configure([]);
  const shown = await run('show', 'guide');
  expect(shown.stdout).toMatch(/^Withheld \(2\)$/m);
  expect(shown.stdout).toMatch(/^search +@acme\/old +Label of search +absent +\S/m);
  expect((await json('show', 'guide')).offered).toEqual([]);
  expect(await run('call', 'guide', 'search')).toMatchObject({ code: 1, stdout: '' });
  const [finding] = await findings('assignments');
  expect(finding).toMatchObject({ level: 'warning', message: expect.stringMatching(/search|fetch/) });
  expect(finding?.remedy).toEqual(expect.stringMatching(/./));
  expect((await run('doctor')).stdout).toMatch(/^warning: assignments: .*(search|fetch)/m);
  configure(['@acme/old']);
  expect((await run('show', 'guide')).stdout).toMatch(/^Offered \(2\)$/m);
  expect(await findings('assignments')).toEqual([]);
  configure([]);
  expect((await run('unassign', 'guide', 'search', 'fetch')).code).toBe(0);
  expect((await json('show', 'guide')).assignments).toEqual([]);
});

test('4.3 a tool of another owner is withheld until the operator accepts, with the command that does', async () => {
  const { configure, install, run, json, findings } = await makeRun(['search']);
  install('@evil/other', ['search']);
  configure(['@evil/other']);
  const shown = await run('show', 'guide');
  expect(shown.stdout).toMatch(/^search +\S+ .* owner-changed .*loadout owners accept @acme\/old @evil\/other$/m);
  expect((await run('call', 'guide', 'search')).code).toBe(1);
  expect(await findings('assignments')).toMatchObject([{ remedy: expect.stringContaining('owners accept') }]);
  expect((await run('doctor')).stdout).toContain('owners accept');
  const accepted = await run('owners', 'accept', '@acme/old', '@evil/other');
  expect(accepted).toMatchObject({
    code: 0,
    // What is accepted was shown.
    stdout: expect.stringMatching(
      /^search \(.*\): .*, definition [0-9a-f]{12}\nFrom @acme\/old to @evil\/other: search\.\nBots that have them: guide\.\n$/,
    ),
  });
  expect((await json('show', 'guide')).offered).toMatchObject([{ name: 'search', owner: '@evil/other' }]);
  expect((await run('call', 'guide', 'search')).stdout).toBe('@evil/other\n');
  expect(await findings('assignments')).toEqual([]);
  expect(await run('owners', 'accept', '@acme/nobody', '@evil/other')).toMatchObject({ code: 1, stdout: '' });
});

test('4.3 settings and decisions that move are told, also where no bot has a tool', async () => {
  const { configure, install, run } = await makeRun(['search']);
  await run('host', 'set', 'approval', 'search', 'ask');
  await run('unassign', 'guide', 'search');
  install('@acme/new', ['search']);
  configure(['@acme/new']);
  const { stdout } = await run('owners', 'accept', '@acme/old', '@acme/new');
  expect(stdout).toMatch(/^No bot has a tool of @acme\/old that @acme\/new lists\.\n.*settings 0, decisions 1\.$/m);
  expect(stdout).not.toContain('Nothing was changed');
  expect((await run('host', 'get')).stdout).toMatch(/@acme\/new#search/);
});

test('4.3 a companion that was renamed and says so is accepted once for all its tools', async () => {
  const { configure, install, remove, run, json } = await makeRun(['search', 'fetch', 'gone']);
  remove('@acme/old');
  install('@acme/renamed', ['search', 'fetch'], { formerly: ['@acme/old'] });
  configure(['@acme/renamed']);
  const before = await run('show', 'guide');
  expect(before.stdout).toMatch(
    /^search .* owner-changed .*same under a new name.*loadout owners accept @acme\/old @acme\/renamed$/m,
  );
  const accepted = await json('owners', 'accept', '@acme/old', '@acme/renamed');
  expect(accepted).toMatchObject({ tools: ['fetch', 'gone', 'search'], bots: ['guide'], isFormerly: true });
  const { offered, withheld } = await json('show', 'guide');
  expect(offered.map(({ name }: { name: string }) => name)).toEqual(['search', 'fetch']);
  expect(withheld).toMatchObject([{ name: 'gone', code: 'absent', owner: '@acme/renamed' }]);
  install('@acme/renamed', ['search', 'fetch', 'gone'], { formerly: ['@acme/old'] });
  expect((await run('show', 'guide')).stdout).toMatch(/^Offered \(3\)$/m);
});

test('4.3 a tool that moved into the built-ins moves by itself', async () => {
  const { cwd, json, run } = await makeRun(['search']);
  const document = await json('export');
  // As it was before the built-in one was there.
  document.bots[0].tools = [
    { name: 'read_web_page', owner: '@acme/old', label: 'Old', definitionHash: null, settingsOverride: null },
  ];
  await runLoadout(['import', '-'], { cwd, input: JSON.stringify(document) });
  expect((await json('show', 'guide')).offered).toMatchObject([{ name: 'read_web_page', owner: 'builtin' }]);
  expect((await run('doctor')).stdout).not.toMatch(/read_web_page/);
});
