import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../temporary-folder.js';
import { makeConfiguredProject } from './configured-project.js';
import { runLoadout } from './run-loadout.js';

async function makeFilled() {
  const project = await makeConfiguredProject();
  const { run } = project;
  await run('assign', 'guide', 'greet', '--settings', '{"pageSize":7}');
  await run('settings', 'set', 'greet', 'greeting', 'hi');
  await run('host', 'set', 'approval', 'greet', 'ask');
  return project;
}

test('an export imports into an empty host to an equal export, through a file and through standard input', async () => {
  const { cwd, run, json } = await makeFilled();
  const wrote = await run('export', 'out.json');
  expect(wrote).toMatchObject({ code: 0, stdout: '' });
  expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const text = readFileSync(join(cwd, 'out.json'), 'utf8');
  expect(JSON.parse(text)).toEqual(await json('export'));

  const dry = await run('import', 'out.json', '--dry-run', '--database', 'second.sqlite');
  expect(dry.code).toBe(0);
  expect(dry.stdout).toMatch(/^\+ bot-added guide/m);
  expect(dry.stdout).toMatch(/^4 changes would be made\. Nothing was changed\.$/m);
  expect((await run('bots', 'list', '--database', 'second.sqlite')).stdout).toMatch(/^There is no bot/);
  const done = await run('import', 'out.json', '--database', 'second.sqlite');
  expect(done.stdout.replace(/^4 changes made\.$/m, '')).toBe(
    dry.stdout.replace(/^4 changes would be made\. Nothing was changed\.$/m, ''),
  );
  expect((await run('export', '--database', 'second.sqlite')).stdout).toBe(text);
  expect((await run('import', 'out.json', '--database', 'second.sqlite')).stdout).toMatch(/^Nothing is different/);
  const piped = await runLoadout(['import', '-', '--database', 'third.sqlite', '--json'], { cwd, input: text });
  expect(JSON.parse(piped.stdout).changes).toHaveLength(4);
});

test('a diff has what is new, gone and different', async () => {
  const { cwd, run, json } = await makeFilled();
  const document = await json('export');
  document.bots[0].displayName = 'Guide';
  document.bots[0].tools = [];
  document.bots.push({ id: 'new-bot', displayName: 'New', tools: [] });
  writeFileSync(join(cwd, 'changed.json'), JSON.stringify(document));
  const { stdout } = await run('import', 'changed.json');
  expect(stdout).toMatch(/^~ bot-renamed guide.*-> .*Guide/m);
  expect(stdout).toMatch(/^- tool-unassigned guide greet: /m);
  expect(stdout).toMatch(/^\+ bot-added new-bot: /m);
});

test('a broken document changes nothing, and says where it is wrong', async () => {
  const { cwd, run, json } = await makeFilled();
  const before = await json('export');
  writeFileSync(join(cwd, 'broken.json'), '{\n"format": ,}');
  expect(await run('import', 'broken.json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: broken\.json:2:11: not JSON/),
  });
  const wrong = { ...before, bots: [...before.bots, { id: 'No Slug', displayName: 'x', tools: [] }] };
  writeFileSync(join(cwd, 'wrong.json'), JSON.stringify(wrong));
  expect(await run('import', 'wrong.json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*nothing was changed\.\n\/bots\/1/),
  });
  expect(await json('export')).toEqual(before);
});

test('each problem of a document has a line of its own', async () => {
  const { cwd, run, json } = await makeFilled();
  const before = await json('export');
  writeFileSync(join(cwd, 'wrong.json'), JSON.stringify({ ...before, bots: 1, settings: 2 }));
  const { code, stderr } = await run('import', 'wrong.json');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*\n\/bots: .*\n\/settings: .*\n$/);
});

test('a document with a key that is there twice is refused, with its places', async () => {
  const { cwd, run, json } = await makeFilled();
  const before = await json('export');
  const text = JSON.stringify(before).replace('"settings":', '"settings":[],\n"settings":');
  writeFileSync(join(cwd, 'twice.json'), text.replace('"decisions":', '"decisions":[],\n"decisions":'));
  expect(await run('import', 'twice.json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^error: twice\.json:2:1: \/settings is there twice.*\ntwice\.json:3:1: \/decisions is there twice.*\n$/,
    ),
  });
  expect(await json('export')).toEqual(before);
});

test('an export keeps the mode of the file that was there; a new one has that of any new file', async () => {
  const { cwd, run } = await makeFilled();
  const modeOf = (name: string) => (statSync(join(cwd, name)).mode & 0o777).toString(8);
  writeFileSync(join(cwd, 'plain'), '');
  await run('export', 'new.json');
  expect(modeOf('new.json')).toBe(modeOf('plain'));
  for (const mode of [0o600, 0o660]) {
    chmodSync(join(cwd, 'new.json'), mode);
    await run('export', 'new.json');
    expect(modeOf('new.json')).toBe(mode.toString(8));
  }
});

test('a dry run where there is no database leaves none behind', async () => {
  const { run } = await makeFilled();
  const { stdout: document } = await run('export');
  const cwd = makeFolder();
  const dry = await runLoadout(['import', '-', '--dry-run'], { cwd, input: document });
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\+ bot-added guide/m) });
  expect(readdirSync(cwd)).toEqual([]);
  expect(existsSync(join(cwd, '.loadout'))).toBe(false);
});

test('a file that is no file is written as it is', async () => {
  const { run } = await makeFilled();
  expect((await run('export', '/dev/null')).code).toBe(0);
});

test('every change is in the audit log, with who made it and through what', async () => {
  const { run } = await makeFilled();
  const { stdout } = await run('audit', '--json');
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ action }) => action)).toEqual(['bot-added', 'tool-assigned', 'setting-set', 'decision-set']);
  for (const { actor } of entries) expect(actor).toEqual({ name: expect.stringMatching(/./), via: 'cli' });
  expect((await run('audit', '--tool', 'greet', '--limit', '1')).stdout).toMatch(
    /\(cli\) {2}\+ decision-set .*: "ask"$/m,
  );
  expect((await run('audit', '--action', 'bot-removed')).stdout).toBe('There is no such change.\n');
});
