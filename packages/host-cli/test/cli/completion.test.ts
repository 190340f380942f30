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
  expect(await complete('s')).toEqual(['start', 'show', 'settings']);
  expect(await complete('')).not.toContain('complete');
  expect(await complete('bots ')).toEqual(['list', 'add', 'rename', 'copy', 'remove', 'help']);
  expect(await complete('show --c')).toEqual(['--component', '--confidence', '--config']);
  expect(await complete('traces --status b')).toEqual(['blocked']);
  expect(await complete('--log-level ')).toEqual(['debug', 'info', 'warn', 'error']);
  expect(await complete('completion ')).toEqual(['bash', 'zsh', 'fish']);
  // A file: the shell knows better.
  expect(await complete('import ')).toEqual([]);
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
