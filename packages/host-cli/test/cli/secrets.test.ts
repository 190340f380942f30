import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeConfiguredProject } from './configured-project.js';
import { mainFile, runLoadout } from './run-loadout.js';

const canary = 'canary-of-the-command';

test('9.4 a secret setting is piped, for all bots or for one, and shown by nothing', async () => {
  const { cwd, run } = await makeConfiguredProject();
  const set = (value: string, ...more: string[]) =>
    runLoadout(['settings', 'set', 'greet', 'apiKey', ...more], { cwd, input: value });
  expect(await set(`${canary}\n`)).toMatchObject({ code: 0, stdout: 'apiKey of greet is set now.\n', stderr: '' });
  expect(await set(`${canary}-2\n`, '--bot', 'guide')).toMatchObject({
    code: 0,
    stdout: 'apiKey of greet is set now for guide.\n',
  });
  await run('settings', 'set', 'greet', 'greeting', 'hello');
  await run('assign', 'guide', 'greet');
  // The tool answers its settings: it has the secret, and nobody is told.
  expect(JSON.parse((await run('call', 'guide', 'greet')).stdout)).toMatchObject({ apiKey: '[secret]' });
  const shown = await Promise.all(
    [
      ['settings', 'explain', 'greet', '--bot', 'guide'],
      ['settings', 'get', 'greet'],
      ['secrets', 'list'],
      ['secrets', 'list', '--json'],
      ['audit'],
      ['export'],
      ['traces', 'list'],
      ['doctor'],
      ['show', 'guide'],
    ].map(async (args) => Object.values(await run(...args)).join('\n')),
  );
  expect(shown.join('\n')).not.toContain(canary);
  expect(shown[0]).toMatch(/^apiKey .*bot-override +"\[secret\]"/m);
  expect(shown[2]).toMatch(/^tool:@acme\/greeter#greet\.apiKey +set /m);
  expect(shown[7]).toMatch(/Encrypted with a key in .*loadout\.key, because no keyring answers/);
  for (const name of readdirSync(join(cwd, '.loadout'))) {
    expect(readFileSync(join(cwd, '.loadout', name), 'latin1').includes(canary), name).toBe(false);
  }
  expect(statSync(join(cwd, '.loadout/loadout.key')).mode & 0o777).toBe(0o600);
  expect((await run('settings', 'unset', 'greet', 'apiKey', '--bot', 'guide')).stdout).toMatch(/no longer set/);
  expect(await set('\n')).toMatchObject({ code: 0, stdout: 'apiKey of greet was empty, and is no longer set.\n' });
  expect((await run('secrets', 'list')).stdout).toMatch(/^No secret is set/);
});

test("9.4 the host's own secrets are set, listed, rotated and unset by their names", async () => {
  const { cwd, run, json } = await makeConfiguredProject();
  const set = await runLoadout(['secrets', 'set', 'model-endpoint'], { cwd, input: canary });
  expect(set).toMatchObject({ code: 0, stdout: 'model-endpoint is set now.\n' });
  const key = readFileSync(join(cwd, '.loadout/loadout.key'), 'utf8');
  expect((await run('secrets', 'rotate')).stdout).toBe('1 secret was sealed again.\n');
  expect(readFileSync(join(cwd, '.loadout/loadout.key'), 'utf8')).not.toBe(key);
  expect(await json('secrets', 'list')).toMatchObject({ secrets: [{ name: 'model-endpoint', isReadable: true }] });
  const environment = { LOADOUT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const rotated = await runLoadout(['secrets', 'rotate'], { cwd, env: environment });
  expect(rotated).toMatchObject({ code: 0, stdout: '1 secret was sealed again.\n', stderr: '' });
  // The key is in the environment alone now.
  expect((await run('secrets', 'list')).stdout).toContain('cannot be read');
  expect((await run('doctor')).stdout).toMatch(/model-endpoint.*\n?.*counts as not set/);
  expect((await run('secrets', 'unset', 'model-endpoint')).stdout).toBe('model-endpoint is no longer set.\n');
  const other = await runLoadout(['secrets', 'set', 'other'], { cwd, input: canary });
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).not.toContain(canary);
  expect((await run('secrets', 'set', 'model-endpoint', canary)).code).toBe(2);
  const short = await runLoadout(['secrets', 'set', 'model-endpoint'], { cwd, input: 'short' });
  expect(short.stderr).toContain('model-endpoint cannot be redacted');
});

const hasScript = process.platform === 'linux' && spawnSync('sh', ['-c', 'command -v script']).status === 0;

test.skipIf(!hasScript)('9.4 at a terminal a secret is asked for, and not shown while it is typed', async () => {
  const { cwd, run } = await makeConfiguredProject();
  const command = `${process.execPath} ${mainFile} secrets set model-endpoint`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env: { PATH: process.env.PATH, HOME: cwd } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (part) => {
    output += String(part);
    if (output.includes('Value of model-endpoint') && !output.includes('is set now') && child.stdin.writable) {
      child.stdin.write(`${canary}x\u007F\r`);
      child.stdin.end();
    }
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(output).toContain('model-endpoint is set now.');
  expect(output).not.toContain('canary');
  expect((await run('secrets', 'list')).stdout).toContain('model-endpoint');
});

test('secrets that cannot be read are said once, and by the doctor all of them alone', async () => {
  const { cwd, run } = await makeConfiguredProject();
  await run('assign', 'guide', 'greet');
  await runLoadout(['secrets', 'set', 'model-endpoint'], { cwd, input: canary });
  await runLoadout(['settings', 'set', 'greet', 'apiKey'], { cwd, input: canary });
  await runLoadout(['settings', 'set', 'greet', 'apiKey', '--bot', 'guide'], { cwd, input: canary });
  rmSync(join(cwd, '.loadout/loadout.key'));
  const { stderr } = await run('bots', 'list');
  expect(stderr.match(/counts as not set/g)).toHaveLength(1);
  expect(stderr).toContain('"loadout doctor" names all');
  const doctor = await run('doctor');
  expect(doctor.stderr).not.toContain('counts as not set');
  expect(doctor.stdout.match(/It counts as not set/g)).toHaveLength(3);
  const unassigned = await run('unassign', 'guide', 'greet');
  expect(unassigned.stderr).toContain("loadout secrets unset 'bot:guide:@acme/greeter#greet.apiKey'");
});

test('a secret that the organisation has locked is not asked for', async () => {
  const { cwd } = await makeConfiguredProject();
  const settings = [{ tool: 'greet', field: 'apiKey', value: null, reason: 'None here.', contact: 'it@example.org' }];
  writeFileSync(join(cwd, 'organisation.json'), JSON.stringify({ settings }));
  const env = { LOADOUT_ORGANISATION: join(cwd, 'organisation.json') };
  // More than is ever read: it is refused before.
  const input = 'x'.repeat(2_000_000);
  const refused = await runLoadout(['settings', 'set', 'greet', 'apiKey'], { cwd, env, input });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('apiKey is locked by the organisation. Reason: None here. Ask: it@example.org');
  expect(refused.stderr).toContain(`It is a secret of "greet", and ${env.LOADOUT_ORGANISATION} holds none`);
});
