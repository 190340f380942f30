import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addCompanion, makeProject, runLoadout } from './run-loadout.js';

test('tools of companions are listed beside the built-in ones, and no database is made', async () => {
  const cwd = makeProject();
  const { code, stdout, stderr } = await runLoadout(['tools'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^TOOL +OWNER +WHAT IT DOES$/m);
  expect(stdout).toMatch(/^read_web_page +builtin /m);
  expect(stdout).toMatch(/^echo +@acme\/tools /m);
  expect(stdout).toMatch(/^@acme\/tools +ready +5$/m);
  expect(stdout).not.toContain('\u001b');
  expect(existsSync(join(cwd, '.loadout'))).toBe(false);
});

test('what is wrong is said, and all other tools work', async () => {
  const cwd = makeProject({ companions: ['@acme/tools', '@acme/hostile'] });
  const { code, stdout, stderr } = await runLoadout(['tools', '--json'], { cwd });
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(Object.keys(report)).toEqual(['tools', 'leftOut', 'companions']);
  expect(report.tools).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'echo', owner: '@acme/tools', aliases: ['parrot'] }),
      expect.objectContaining({ name: 'unharmed', owner: '@acme/hostile' }),
      expect.objectContaining({ name: 'read_web_page', owner: 'builtin', isBuiltIn: true }),
    ]),
  );
  expect(report.leftOut).toMatchObject([
    { name: 'echo', owner: '@acme/hostile', status: 'skipped' },
    { name: null, owner: '@acme/hostile', status: 'quarantined', reason: expect.stringContaining('no schema') },
  ]);
  const [tools, hostile] = report.companions;
  expect(tools).toMatchObject({ id: '@acme/tools', state: 'ready' });
  expect(hostile.providers).toMatchObject([{ toolCount: 3 }, { owner: '@acme/hostile/broken', state: 'failed' }]);
  expect(hostile.problems.at(-1).message).toContain('is gone');
  // Warnings name the entry of the configuration.
  expect(stderr).toContain('loadout.config.json:4:5 /companions/1');
  expect(stderr).not.toContain('\u001b');
});

test('for people, what was left out has its reason, and a companion its newest problem', async () => {
  const cwd = makeProject({ companions: ['@acme/tools', '@acme/hostile'] });
  const { stdout } = await runLoadout(['tools'], { cwd });
  expect(stdout).toMatch(/^Left out \(2\)$/m);
  expect(stdout).toMatch(/^echo +@acme\/hostile +skipped +\S/m);
  expect(stdout).toMatch(/^Companions \(2\)$/m);
  expect(stdout).toMatch(/^@acme\/hostile +\w+ +\d+ +.*is gone/m);
  expect(stdout).not.toContain('\u001b');
});

test('a companion that is off is shown as off', async () => {
  const cwd = makeProject({ companions: [{ package: '@acme/tools', enabled: false }, '@acme/hostile'] });
  const report = JSON.parse((await runLoadout(['tools', '--json'], { cwd })).stdout);
  expect(report.companions[0]).toMatchObject({ id: '@acme/tools', state: 'off' });
  expect(report.tools.map(({ name }: { name: string }) => name)).not.toContain('hang');
});

test('exposeAs brings a tool in under another name', async () => {
  const cwd = makeProject({
    companions: ['@acme/tools', '@acme/hostile'],
    exposeAs: [{ owner: '@acme/hostile', tool: 'echo', as: 'other_echo' }],
  });
  const report = JSON.parse((await runLoadout(['tools', '--json'], { cwd })).stdout);
  expect(report.tools).toContainEqual(expect.objectContaining({ name: 'other_echo', originalName: 'echo' }));
});

test('a companion without a provider is told how to register one, and one that registers late is told that it was late', async () => {
  const cwd = makeProject({ companions: ['@acme/silent', '@acme/late'] });
  addCompanion(cwd, 'silent', 'export function register() {}');
  addCompanion(
    cwd,
    'late',
    `export function register(host) {
      host.on('CollectToolProviders', (event) => {
        setTimeout(() => event.registerProvider({ getTools: () => [], executeTool: () => '' }), 20);
      });
    }`,
  );
  const { stdout } = await runLoadout(['tools'], { cwd });
  expect(stdout).toMatch(
    /^@acme\/silent +ready +0 +It registered no provider: listen to CollectToolProviders and answer it synchronously\.$/m,
  );
  expect(stdout).toMatch(/^@acme\/late +ready +0 +.*\[PROVIDER_REFUSED\]$/m);
});

test('for people, a companion has its usable tools counted, and its further problems', async () => {
  const cwd = makeProject({ companions: ['@acme/tools', '@acme/hostile', '@acme/broken'] });
  const provider = (message: string): string =>
    `{ getTools: () => { throw new Error('${message}'); }, executeTool: () => '' }`;
  addCompanion(
    cwd,
    'broken',
    `export function register(host) {
      host.on('CollectToolProviders', (event) => {
        event.registerProvider(${provider('one')}, { id: 'one' });
        event.registerProvider(${provider('two')}, { id: 'two' });
      });
    }`,
  );
  const { stdout } = await runLoadout(['tools'], { cwd });
  // It answered three: one has a taken name, one none that is allowed.
  expect(stdout).toMatch(/^@acme\/hostile +\w+ +1 /m);
  expect(stdout).toMatch(/^@acme\/broken +failed +0 +.* \[COMPANION_FAILED\] \(\+1 more: --json\)$/m);
});
