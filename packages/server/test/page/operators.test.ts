import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { namesOf, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';

describePage('two operators at one loadout', () => {
  test('see what the other does, and overwrite nothing of it unseen', async () => {
    const started = await startPageHost();
    const { host } = started;
    const tokenOf = async (name: string) => (await host.tokens.create({ name, role: 'operator' })).secret;
    const open = async (name: string) => {
      const opened = await openPage(started, { path, token: await tokenOf(name), expectedErrors: /412/ });
      await opened.page.getByText('5 on · 4 offered').waitFor();
      await opened.page.getByText('Connected', { exact: true }).waitFor();
      return opened.page;
    };
    const ana = await open('Ana');
    const ben = await open('Ben');

    // What one switches on, the other sees, with who it was.
    await ana.getByRole('switch', { name: /crm_wait/ }).click({ force: true });
    await rowOf(ben, 'crm_wait').getByText('Changed by Ana').waitFor();
    await expect.poll(() => ben.getByRole('switch', { name: /crm_wait/ }).isChecked()).toBe(true);
    await ben.getByText('6 on · 5 offered').waitFor();

    // Both want the same tool, and Ben's page has not heard of it yet: his events wait.
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = 0;
    await ben.route('**/api/v1/bots/support/**', async (route) => {
      if (route.request().method() === 'GET') await route.continue();
      else {
        held += 1;
        await released;
        await route.continue();
      }
    });
    await ben.getByRole('switch', { name: /crm_files/ }).click({ force: true });
    await expect.poll(() => held).toBe(1);
    // Ana changes it in a way that Ben would undo without knowing.
    const status = await ana.evaluate(async () => {
      const headers = { 'x-loadout-page': '1', 'content-type': 'application/json' };
      const body = { changes: [{ action: 'override', tool: 'crm_files', settingsOverride: { note: 'of Ana' } }] };
      const address = '/api/v1/bots/support/loadout';
      return (await fetch(address, { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
    });
    expect(status).toBe(200);
    release();
    const dialog = ben.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });
    await dialog.getByText('Ana changed this while you were editing.').waitFor();
    expect(await namesOf(host)).toContain('crm_files');
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => ben.getByRole('switch', { name: /crm_files/ }).isChecked()).toBe(true);
    const { assignments } = await host.show('support');
    expect(assignments.find(({ toolName }) => toolName === 'crm_files')?.settingsOverride).toEqual({ note: 'of Ana' });
  });

  test('who writes a setting in the moment between reading and writing is asked, and overwrites nothing', async () => {
    const { host, ...started } = await startPageHost();
    const path = '/tools/crm_report/settings';
    const { page } = await openPage(started, { path, expectedErrors: /412/ });
    const note = page.locator('#setting-note');
    await note.fill('mine');
    // The page has read that nobody changed it, and is about to write.
    const write = async (): Promise<void> =>
      host.as({ name: 'Ana', via: 'http' }).settings.set('crm_report', 'note', 'of Ana');
    const address = '**/api/v1/tools/crm_report/settings/note*';
    await page.route(address, (route) => write().then(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ana changed this while you were editing.').waitFor();
    await page.getByText('Theirs: of Ana').waitFor();
    await page.getByText('Yours: mine').waitFor();
    const readNote = async () =>
      (await host.settings.explain('crm_report')).fields.find(({ field }) => field === 'note')?.value;
    expect(await readNote()).toBe('of Ana');
    await page.getByRole('button', { name: 'Apply mine: Note' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(readNote).toBe('mine');
  });

  test('what is decided already is not replaced before somebody has seen it', async () => {
    const { host, ...started } = await startPageHost();
    await host.as({ name: 'Ana', via: 'http' }).decisions.set('approval', 'crm_files', 'deny');
    const { page, checkAccess } = await openPage(started, { path: '/host', language: 'de', expectedErrors: /412/ });
    await page.getByRole('button', { name: 'Entscheidung hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /Werkzeug/ }).fill('crm_files');
    await dialog.getByRole('button', { name: 'Entscheidung speichern' }).click();
    await dialog.getByText('Jemand hat dies inzwischen geändert.').waitFor();
    await checkAccess();
    const values = async () => (await host.decisions.list()).map(({ value }) => value);
    expect(await values()).toEqual(['deny']);
    await dialog.getByRole('button', { name: 'Meine anwenden' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await values()).toEqual(['ask']);
  });
});
