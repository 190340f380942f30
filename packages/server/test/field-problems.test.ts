import { expect, test } from 'vitest';
import { misfitsOf } from './builders/fits.js';
import { type MadeApp, makeApp } from './builders/make-app.js';

async function problemOf(made: MadeApp, method: string, path: string, body: unknown) {
  const response = await made.send('operator', method, `/api/v1${path}`, { body });
  const problem = Object(await response.json());
  expect([path, response.status >= 400 && misfitsOf('Problem', problem)]).toEqual([path, '']);
  return { status: response.status, ...problem };
}

test('what is wrong with a setting points at its value, with a sentence', async () => {
  const made = await makeApp();
  expect(await problemOf(made, 'PUT', '/tools/echo/settings/pages', { value: 10 })).toMatchObject({
    status: 400,
    code: 'TOOL_SETTINGS_INVALID',
    errors: [{ pointer: '/value', message: '"pages" of "echo" has to be 9 or less.' }],
  });
  const secret = await problemOf(made, 'PUT', '/tools/echo/settings/apiKey', { value: 17 });
  expect(secret).toMatchObject({ status: 400, errors: [{ pointer: '/value' }] });
  expect(JSON.stringify(secret)).not.toContain('17');
});

test('every wrong field of an override is named at its place', async () => {
  const made = await makeApp();
  const settingsOverride = { pages: 'many', region: 7, 'a/b': 1 };
  const errors = (place: string) => [
    { pointer: `${place}/region`, message: '"region" has to be text, but is a number.' },
    { pointer: `${place}/pages`, message: '"pages" has to be a whole number, but is text.' },
    { pointer: `${place}/a~1b` },
  ];
  const changes = [
    { action: 'move', tool: 'fail', position: 3 },
    { action: 'override', tool: 'echo', settingsOverride },
  ];
  const found = await problemOf(made, 'PATCH', '/bots/demo/loadout', { changes });
  const byPlace = (all: { pointer: string }[]) => [...all].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
  expect(byPlace(found.errors)).toMatchObject(byPlace(errors('/changes/1/settingsOverride')));
  const assigned = await problemOf(made, 'PUT', '/bots/demo/loadout/spare', { settingsOverride });
  expect(byPlace(assigned.errors)).toMatchObject(byPlace(errors('/settingsOverride')));
  const changed = [{ action: 'assign', tool: 'spare', settingsOverride: { pages: 0 } }];
  expect(await problemOf(made, 'PATCH', '/bots/demo/loadout', { changes: changed })).toMatchObject({
    errors: [{ pointer: '/changes/0/settingsOverride/pages' }],
  });
});

test('a secret in an override, and a setting that the organisation has locked, point at their field', async () => {
  const made = await makeApp();
  const changes = [{ action: 'override', tool: 'echo', settingsOverride: { apiKey: 'not-here' } }];
  expect(await problemOf(made, 'PATCH', '/bots/demo/loadout', { changes })).toMatchObject({
    status: 409,
    code: 'SETTING_SECRET',
    errors: [{ pointer: '/changes/0/settingsOverride/apiKey' }],
  });
});

test('a name is tried before it is given: nothing is changed, and whoever has it is named', async () => {
  const made = await makeApp();
  const subject = encodeURIComponent('@acme/left-out#echo');
  const put = (value: unknown, query: string) =>
    problemOf(made, 'PUT', `/decisions/expose-as/${subject}${query}`, { value });
  const before = await made.host.export();
  expect(await put('spare', '?dryRun=true')).toMatchObject({
    status: 400,
    code: 'DECISION_INVALID',
    detail: expect.stringContaining('taken by @acme/tools'),
    errors: [{ pointer: '/value' }],
  });
  expect(await put('not a name', '?dryRun=true')).toMatchObject({ status: 400, errors: [{ pointer: '/value' }] });
  const free = await made.send('operator', 'PUT', `/api/v1/decisions/expose-as/${subject}?dryRun=true`, {
    body: { value: 'acme_echo' },
  });
  expect(free.status).toBe(200);
  expect(misfitsOf('Decision', await free.json())).toBe('');
  expect(await made.host.export()).toEqual(before);
  expect((await made.host.audit()).some(({ action }) => action === 'decision-set')).toBe(false);
  await made.send('operator', 'PUT', `/api/v1/decisions/expose-as/${subject}`, { body: { value: 'acme_echo' } });
  expect(await made.host.describeTool('acme_echo')).toMatchObject({ tool: { originalName: 'echo' } });
  // The name that it has now is not taken from itself.
  const again = await made.send('operator', 'PUT', `/api/v1/decisions/expose-as/${subject}?dryRun=true`, {
    body: { value: 'acme_echo' },
  });
  expect(again.status).toBe(200);
});

test('a name that would take one from a later companion is refused by the try', async () => {
  const made = await makeApp();
  const subject = encodeURIComponent('@acme/tools#spare');
  expect(await problemOf(made, 'PUT', `/decisions/expose-as/${subject}?dryRun=true`, { value: 'left' })).toMatchObject({
    status: 400,
    detail: expect.stringContaining('@acme/left-out'),
  });
});
