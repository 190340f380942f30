import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeInvocation, quoteWord } from '../src/shell-words.js';
import { makeFolder } from './temporary-folder.js';

test('a shell reads a quoted word as it was', () => {
  for (const word of ['plain', '', "it's", '{"query":"a b"}', '$HOME `x` \\ "']) {
    expect(execFileSync('sh', ['-c', `printf %s ${quoteWord(word)}`], { encoding: 'utf8' })).toBe(word);
  }
});

test('a script of the repository is called as it was', () => {
  const env = { npm_package_name: 'loadout', npm_lifecycle_event: 'start' };
  const cwd = '/repository';
  const argv = ['node', '/repository/packages/host-cli/dist/main.js', 'start'];
  const npx = { ...env, npm_execpath: '/home/x/.npm/_npx/abc/node_modules/pnpm/bin/pnpm.cjs' };
  expect(describeInvocation({ argv, env: npx, cwd })).toBe('npx --yes pnpm@10 loadout');
  expect(describeInvocation({ argv, env: { ...env, npm_execpath: '/usr/lib/pnpm.cjs' }, cwd })).toBe('pnpm loadout');
  expect(describeInvocation({ argv, env: {}, cwd })).toBe('node packages/host-cli/dist/main.js');
});

test('an installed command is called by its name where the shell finds it', () => {
  const bin = makeFolder({ loadout: '' });
  const argv = ['node', join(bin, 'loadout'), 'start'];
  expect(describeInvocation({ argv, env: { PATH: `/bin:${bin}` }, cwd: '/' })).toBe('loadout');
  expect(describeInvocation({ argv, env: { PATH: '/bin' }, cwd: join(bin, 'x') })).toBe(`node ${join(bin, 'loadout')}`);
  expect(describeInvocation({ argv, env: { npm_command: 'exec', npm_lifecycle_event: 'npx' }, cwd: '/' })).toBe(
    'npx loadout',
  );
});
