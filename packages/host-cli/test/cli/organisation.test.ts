import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { send } from '../http/send.js';
import { makeConfiguredProject } from './configured-project.js';
import { runLoadout } from './run-loadout.js';
import { serve } from './serve.js';

const lock = {
  settings: [
    { tool: 'greet', field: 'pageSize', value: 7, reason: 'Pages are paid for.', contact: 'it@example.org' },
    { tool: 'greet', field: 'labels', value: ['x'], allowUserOverride: true },
  ],
};

/** A project whose configuration names the file of an organisation. */
async function makeManagedProject(content: unknown = lock) {
  const project = await makeConfiguredProject({ companions: ['@acme/greeter'], organisationFile: 'organisation.json' });
  const path = join(project.cwd, 'organisation.json');
  const write = (next: unknown): void => {
    writeFileSync(`${path}.new`, typeof next === 'string' ? next : JSON.stringify(next));
    renameSync(`${path}.new`, path);
  };
  write(content);
  return { ...project, path, write };
}

test('what the organisation has locked no command changes, and it is explained with its layer, reason and contact', async () => {
  const { run, json, write, path } = await makeManagedProject({});
  await run('settings', 'set', 'greet', 'greeting', 'hi');
  await run('settings', 'set', 'greet', 'pageSize', '20');
  await run('assign', 'guide', 'greet');
  const before = await json('export');
  write(lock);
  const refusal =
    /"pageSize" of "greet" is locked by the organisation .*Reason: Pages are paid for\. Ask: it@example\.org/;
  for (const args of [
    ['settings', 'set', 'greet', 'pageSize', '5'],
    ['settings', 'unset', 'greet', 'pageSize'],
    ['assign', 'guide', 'greet', '--settings', '{"pageSize":5}'],
    ['secrets', 'unset', 'tool:@acme/greeter#greet.pageSize'],
  ]) {
    const result = await run(...args);
    expect([args, result.code, result.stdout]).toEqual([args, 1, '']);
    expect(result.stderr).toMatch(refusal);
  }
  const settings = before.settings.map((one: { field: string }) =>
    one.field === 'pageSize' ? { ...one, value: 5 } : one,
  );
  writeFileSync(`${path}.document`, JSON.stringify({ ...before, settings }));
  const imported = await run('import', `${path}.document`);
  expect(imported.code).not.toBe(0);
  expect(imported.stderr).toMatch(/\/settings\/\d\/value.*locked by the organisation/);
  expect(await json('export')).toEqual(before);

  const explained = await run('settings', 'explain', 'greet');
  expect(explained.stdout).toMatch(/^pageSize .*organisation-locked +7 +operator 20/m);
  expect(explained.stdout).toMatch(
    /^pageSize is locked by the organisation\. Reason: Pages are paid for\. Ask: it@example\.org$/m,
  );
  expect(explained.stdout).not.toMatch(/does not count: It does not count/);
  expect(explained.stdout).toMatch(/^labels .*organisation-default +\["x"\]/m);
  expect(JSON.parse((await run('call', 'guide', 'greet')).stdout)).toMatchObject({ pageSize: 7, labels: ['x'] });
  write({});
  expect(JSON.parse((await run('call', 'guide', 'greet')).stdout)).toMatchObject({ pageSize: 20 });
});

test('the server refuses too, and sees a changed file without a restart; the environment may name the file', async () => {
  const { cwd, run, write, path } = await makeManagedProject();
  writeFileSync(join(cwd, 'loadout.config.json'), JSON.stringify({ companions: ['@acme/greeter'] }));
  await run('settings', 'set', 'greet', 'greeting', 'hi');
  const { ask } = await serve(cwd, [], { env: { LOADOUT_ORGANISATION: path } });
  const refused = await ask('PUT', '/tools/greet/settings/pageSize', { value: 5 });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'SETTING_LOCKED' }]);
  expect((await ask('DELETE', '/tools/greet/settings/pageSize')).status).toBe(409);
  const override = { changes: [{ action: 'override', tool: 'greet', settingsOverride: { pageSize: 5 } }] };
  await ask('PATCH', '/bots/guide/loadout', { changes: [{ action: 'assign', tool: 'greet' }] });
  expect((await ask('PATCH', '/bots/guide/loadout', override)).status).toBe(409);
  const explain = async () => {
    const { fields } = (await ask('GET', '/tools/greet/settings?bot=guide')).body as { fields: { field: string }[] };
    return fields.find(({ field }) => field === 'pageSize');
  };
  expect(await explain()).toMatchObject({
    value: 7,
    layer: 'organisation-locked',
    layers: [{ layer: 'organisation-locked', reason: 'Pages are paid for.', contact: 'it@example.org' }, {}],
  });
  // A command beside it that knows of no organisation writes to the same database; the server goes by its file.
  await run('settings', 'set', 'greet', 'pageSize', '30');
  expect(await explain()).toMatchObject({ value: 7, layer: 'organisation-locked' });
  write({ settings: [] });
  expect(await explain()).toMatchObject({ value: 30, layer: 'operator' });
  expect((await ask('PUT', '/tools/greet/settings/pageSize', { value: 5 })).status).toBe(204);
  write({ disabledTools: [{ tool: 'greet', contact: 'Ada' }] });
  expect((await ask('GET', '/bots/guide/loadout')).body).toMatchObject({
    withheld: [{ name: 'greet', code: 'disabled-by-organisation', reason: expect.stringContaining('Ada') }],
  });
});

test('a file that cannot be read takes all tools away, and the doctor says where it is wrong', async () => {
  const { cwd, run } = await makeManagedProject('{ "settings": }');
  await run('assign', 'guide', 'greet');
  expect((await run('show', 'guide')).stdout).toContain('disabled-by-organisation');
  for (const args of [
    ['settings', 'set', 'greet', 'pageSize', '11'],
    ['secrets', 'unset', 'tool:@acme/greeter#greet.pageSize'],
    ['host', 'set', 'minimum-confidence', 'greet', 'LOW'],
  ]) {
    const refused = await run(...args);
    expect([args, refused.code, refused.stderr]).toEqual([args, 1, expect.stringMatching(/organisation\.json:1:15/)]);
  }
  const doctor = await run('doctor');
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/error: organisation: .*organisation\.json:1:15/);
  expect((await runLoadout(['doctor', '--json'], { cwd })).stdout).toContain('"area": "organisation"');
});

test('labels are in the language of the environment, or of the flag, and of what a client of the API accepts', async () => {
  const { cwd, run } = await makeConfiguredProject({ companions: [] });
  const german = { LANG: 'de_AT.UTF-8' };
  const show = (args: readonly string[], env = {}) =>
    runLoadout(['tools', 'show', 'read_web_page', ...args], { cwd, env });
  expect((await show([])).stdout).toContain('Read web page');
  expect((await show([], german)).stdout).toContain('Webseite lesen');
  expect((await show(['--locale', 'en'], german)).stdout).toContain('Read web page');
  expect((await runLoadout(['tools'], { cwd, env: german })).stdout).toContain('Ruft eine');
  expect((await run('settings', 'explain', 'read_web_page', '--locale', 'de')).stdout).toContain(
    'Zeitgrenze (Sekunden)',
  );
  // Of one field also what it is for.
  const one = await run('settings', 'explain', 'read_web_page', 'allowedPrivateHosts', '--locale', 'de');
  expect(one.stdout).toContain('Namen oder Adressen in privaten Netzen');
  expect(one.stdout).not.toContain('Zeitgrenze');
  await run('assign', 'guide', 'read_web_page');
  expect((await run('show', 'guide', '--locale', 'de')).stdout).toContain('Webseite lesen');
  expect(await run('show', 'guide', '--locale', '!')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Expected a language tag'),
  });

  const { ask, url, token } = await serve(cwd);
  const labelOf = async (path: string) =>
    ((await ask('GET', path)).body as { readonly tool: { readonly label: string } }).tool.label;
  expect(await labelOf('/tools/read_web_page?locale=de-CH')).toBe('Webseite lesen');
  expect(await labelOf('/tools/read_web_page')).toBe('Read web page');
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'fr;q=0.1, de-AT' };
  const { body } = await send(url, { path: '/api/v1/tools/read_web_page/settings', headers });
  expect(JSON.stringify(body)).toContain('Zeitgrenze (Sekunden)');
});
