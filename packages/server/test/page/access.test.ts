import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('tokens and the log of changes', () => {
  test('a token is made, shown once, used and revoked; the log says so', async () => {
    const host = await startPageHost();
    const { page, visit, checkAccess } = await openPage(host, { path: '/access' });

    await page.getByText('No tokens yet').waitFor();
    await page.getByText('this one').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reporting');
    await dialog.getByLabel('The tools of one bot').click();
    await dialog.getByRole('combobox', { name: 'Bot' }).selectOption('support');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const secret = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
    await checkAccess();
    // The page is nothing for a token of a bot.
    expect(await dialog.getByRole('textbox', { name: 'Link that signs in' }).count()).toBe(0);
    expect((await host.host.tokens.authenticate(secret))?.bot).toBe('support');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Only the tools of support').waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Revoke Reporting' }).click();
    await page.getByText('Revoke Reporting? Whoever uses it').waitFor();
    await checkAccess();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Revoked').waitFor();
    expect(await host.host.tokens.authenticate(secret)).toBeUndefined();

    await visit('/audit?what=token-revoked');
    await page.getByRole('cell', { name: 'Token revoked' }).waitFor();
    await checkAccess();
    await page.getByLabel('What').selectOption('setting-set');
    await page.getByText('Nothing matches').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('cell', { name: 'Token created' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as JSON lines' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('audit.jsonl');
  }, 60_000);

  test('whoever a token is for gets a link that signs in', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/access', language: 'de' });
    await page.getByRole('button', { name: 'Token erstellen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Vera');
    await dialog.getByRole('button', { name: 'Token erstellen' }).click();
    const link = await dialog.getByRole('textbox', { name: 'Link zum Anmelden' }).inputValue();
    await checkAccess();
    const other = await openPage(host, { token: null, path: link.slice(host.url.length) });
    await other.page.waitForURL(`${host.url}/`);
    await other.page.getByRole('button', { name: 'Account' }).click();
    await other.page.getByText('Vera').waitFor();
  }, 60_000);

  test('a browser that is signed out by somebody else asks for a token over its view', async () => {
    const host = await startPageHost();
    const { secret } = await host.host.tokens.create({ name: 'Ana', role: 'admin' });
    const other = await openPage(host, { token: secret, expectedErrors: /401/ });
    const { page, checkAccess } = await openPage(host, {
      path: '/access',
      language: 'de',
      scheme: 'dark',
      viewport: phone,
    });

    await page.getByRole('button', { name: 'Ana abmelden' }).click();
    await page.getByText('Diesen Browser von Ana abmelden?').waitFor();
    await checkAccess();
    await page.getByRole('dialog').getByRole('button', { name: 'Browser abmelden' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await other.page.getByRole('dialog', { name: 'Sign in to Loadout' }).waitFor();
    await other.checkAccess();
    await other.page.getByLabel('Token').fill(secret);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    await other.page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
  }, 60_000);
});
