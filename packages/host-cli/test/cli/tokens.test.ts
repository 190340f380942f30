import { expect, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';

test('the secret is alone on standard output, once, and is nowhere else', async () => {
  const { run, json } = await makeConfiguredProject();
  const made = await run('token', 'create', '--name', 'watch', '--role', 'viewer', '--expires', '30d');
  expect(made.code).toBe(0);
  expect(made.stdout).toMatch(/^loadout_[\w-]{43}\n$/);
  const id = /token revoke (\S+)"/.exec(made.stderr)?.[1] ?? '';
  const { tokens } = await json('token', 'list');
  expect(tokens).toMatchObject([{ id, name: 'watch', role: 'viewer', bot: null, lastUsedAt: null, revokedAt: null }]);
  const days = (Date.parse(tokens[0].expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  for (const args of [['token', 'list', '--json'], ['audit', '--json'], ['export']]) {
    expect((await run(...args)).stdout).not.toContain(made.stdout.trim());
  }
  expect((await run('token', 'list')).stdout).toMatch(
    new RegExp(`^${id} +viewer +valid until \\S+ +never +watch$`, 'm'),
  );
  expect((await run('token', 'revoke', id)).stdout).toBe(`${id} is not valid any more.\n`);
  expect((await run('token', 'list')).stdout).toMatch(/ revoked /);
  expect(await run('token', 'revoke', id)).toMatchObject({ code: 0, stdout: '' });
  expect(await run('token', 'revoke', 'nothing')).toMatchObject({ code: 1, stdout: '' });
});

test("a bot's token has a level", async () => {
  const { run, json } = await makeConfiguredProject();
  const { token } = await json('token', 'create', '--name', 'x', '--bot', 'guide', '--confidence', 'medium');
  expect(token).toMatchObject({ role: null, bot: 'guide', confidence: 'MEDIUM', expiresAt: null });
  expect((await run('token', 'create', '--name', 'x', '--bot', 'nobody')).code).toBe(1);
});

test('a bot that is removed says which tokens went with it', async () => {
  const { run, json } = await makeConfiguredProject();
  const { token } = await json('token', 'create', '--name', 'runtime', '--bot', 'guide');
  await run('token', 'create', '--name', 'watch', '--role', 'viewer');
  expect((await run('bots', 'remove', 'guide')).stdout).toMatch(
    new RegExp(`^Removed guide\\..*\nThe token ${token.id} \\(runtime\\) went with it\\.\n$`),
  );
  expect((await json('token', 'list')).tokens).toMatchObject([{ name: 'watch' }]);
});

test("a role goes with no level: its calls are the operator's own", async () => {
  const { run } = await makeConfiguredProject();
  const { code, stderr } = await run('token', 'create', '--name', 'x', '--role', 'operator', '--confidence', 'LOW');
  expect(code).toBe(2);
  expect(stderr).toMatch(/--bot alone/);
});
