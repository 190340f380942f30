import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { mainFile, makeProject, runLoadout } from './run-loadout.js';

const run = promisify(execFile);

async function makeCompleter() {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  await runLoadout(['bots', 'add', 'other'], { cwd });
  return async (line: string): Promise<readonly string[]> => {
    const { stdout, stderr, code } = await runLoadout(['complete', '--', ...line.split(' ')], { cwd });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    return stdout === '' ? [] : stdout.trim().split('\n');
  };
}

test('commands, options and what they take are completed', async () => {
  const complete = await makeCompleter();
  expect(await complete('s')).toEqual(['start', 'show', 'settings', 'secrets']);
  expect(await complete('')).not.toContain('complete');
  expect(await complete('bots ')).toEqual(['list', 'add', 'rename', 'copy', 'remove', 'help']);
  expect(await complete('show --c')).toEqual(['--component', '--confidence', '--config']);
  expect(await complete('traces --status b')).toEqual(['blocked']);
  expect(await complete('--log-level ')).toEqual(['debug', 'info', 'warn', 'error']);
  expect(await complete('show guide --confidence M')).toEqual(['MODERATE', 'MEDIUM']);
  expect(await complete('show guide --component a')).toEqual(['assistant']);
  expect(await complete('token create --confidence H')).toEqual(['HIGH']);
  expect(await complete('token create --role ')).toEqual(['viewer', 'operator', 'admin']);
  expect(await complete('audit --action bot-r')).toEqual(['bot-renamed', 'bot-removed']);
  expect(await complete('completion ')).toEqual(['bash', 'zsh', 'fish']);
  // A file: the shell knows better.
  expect(await complete('import ')).toEqual([]);
});

test('decisions are completed with their kinds, subjects and values', async () => {
  const complete = await makeCompleter();
  for (const command of ['get', 'set', 'unset']) {
    expect(await complete(`host ${command} t`)).toEqual(['tools-off', 'trusted-model-provider']);
  }
  expect(await complete('host set approval e')).toEqual(['echo']);
  expect(await complete('host unset approval e')).toEqual(['echo']);
  expect(await complete('host unset approval echo ')).toEqual([]);
  expect(await complete('host set approval echo ')).toEqual(['never', 'ask', 'deny']);
  expect(await complete('host set minimum-confidence echo H')).toEqual(['HIGH']);
  expect(await complete('host set instructions-allowed @')).toEqual(['@acme/tools']);
  expect(await complete('host set component-defaults c')).toEqual(['chat']);
  expect(await complete('host set component-defaults chat echo h')).toEqual(['hang']);
  expect(await complete('host set tools-off ')).toEqual(['true']);
  expect(await complete('host unset tools-off ')).toEqual([]);
});

test('tokens that are not revoked are completed', async () => {
  const cwd = makeProject();
  const run = (...args: readonly string[]) => runLoadout(args, { cwd });
  const make = async () =>
    JSON.parse((await run('token', 'create', '--name', 'x', '--role', 'viewer', '--json')).stdout).token.id;
  const [gone, kept] = [await make(), await make()];
  await run('token', 'revoke', gone);
  expect((await run('complete', '--', 'token', 'revoke', '')).stdout).toBe(`${kept}\n`);
});

test('bots, tools, companions and owners are asked of the host, silently', async () => {
  const complete = await makeCompleter();
  expect(await complete('show ')).toEqual(['guide', 'other']);
  expect(await complete('traces --json --bot g')).toEqual(['guide']);
  expect(await complete('assign guide echo h')).toEqual(['hang']);
  expect(await complete('settings set e')).toEqual(['echo']);
  expect(await complete('companions refresh ')).toEqual(['@acme/tools']);
  expect(await complete('owners accept @')).toEqual(['@acme/tools']);
  expect(await complete('--database none.sqlite show ')).toEqual([]);
});

test('what is wrong in the project says nothing and completes nothing', async () => {
  const cwd = makeProject();
  const { stdout, stderr } = await runLoadout(['complete', '--', '--config', 'none.json', 'show', ''], { cwd });
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
});

/** What the script of bash answers, in bash, for a line of which bash is about to replace the last word, as it splits them. */
async function completeInBash(cwd: string, line: string, lastWord: string): Promise<readonly string[]> {
  const { stdout: script } = await runLoadout(['completion', 'bash'], { cwd });
  const code = `
loadout() { "${process.execPath}" "${mainFile}" "$@"; }
${script}
COMP_LINE=$1 COMP_POINT=\${#1}
_loadout loadout "$2"
[[ $(complete -p loadout) == *_loadout* ]] || exit 3
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', code, 'bash', line, lastWord], { cwd });
  return stdout.trim() === '' ? [] : stdout.trim().split('\n');
}

test('bash gets the answers, without what it takes for another word', async () => {
  const cwd = makeProject();
  await runLoadout(['bots', 'add', 'guide'], { cwd });
  expect(await completeInBash(cwd, 'loadout sh', 'sh')).toEqual(['show']);
  expect(await completeInBash(cwd, 'loadout show ', '')).toEqual(['guide']);
  expect(await completeInBash(cwd, 'loadout assign guide ec', 'ec')).toEqual(['echo']);
  expect(await completeInBash(cwd, 'loadout companions refresh @ac', '@ac')).toEqual(['@acme/tools']);
  await runLoadout(['bots', 'add', 'other'], { cwd });
  expect(await completeInBash(cwd, 'loadout traces --bot gu', 'gu')).toEqual(['guide']);
  expect(await completeInBash(cwd, 'loadout tools --config=lo', 'lo')).toEqual([]);
  expect(await completeInBash(cwd, 'loadout import ', '')).toEqual([]);
});

test('each shell has a script', async () => {
  const cwd = makeProject();
  expect((await runLoadout(['completion', 'zsh'], { cwd })).stdout).toMatch(/^#compdef loadout\n[\s\S]*compadd/);
  expect((await runLoadout(['completion', 'fish'], { cwd })).stdout).toMatch(/complete -c loadout/);
});
