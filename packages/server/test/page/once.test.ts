import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('what a double click sends', () => {
  test('a token is made once, and a bot is added once', async () => {
    const host = await startPageHost();
    const { page, visit } = await openPage(host, { path: '/access' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });

    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Twice');
    await dialog.getByRole('button', { name: 'Create token' }).dblclick();
    await dialog.getByRole('textbox', { name: 'Token' }).waitFor();
    expect((await host.host.tokens.list()).filter(({ name }) => name === 'Twice')).toHaveLength(1);

    await visit('/');
    await page.getByRole('button', { name: 'Add bot' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Twice');
    await dialog.getByRole('button', { name: 'Add bot' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Twice' }).waitFor();
    expect(sent.filter((path) => path === '/api/v1/bots')).toHaveLength(1);
    expect(sent.filter((path) => path === '/api/v1/tokens')).toHaveLength(1);
  });

  test('what a form lacks is said at its field in the page’s own words, and the field has the focus', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/access', language: 'de' });
    await page.getByRole('button', { name: 'Token erstellen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Token erstellen' }).click();
    await dialog.getByText('„Name“ eintragen.').waitFor();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    // That of the link.
    expect(await host.host.tokens.list()).toHaveLength(1);
    await checkAccess();
    await name.fill('Ana');
    expect(await dialog.getByText('„Name“ eintragen.').count()).toBe(0);
  });

  test('a failed save of a setting is said as what it is, and not as a change of somebody else', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host, { path: '/tools/crm_report/settings', expectedErrors: /500/ });
    await page.route('**/settings/note*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 500,
            contentType: 'application/problem+json',
            body: '{"status":500,"title":"Broken"}',
          })
        : route.fallback(),
    );
    await page.getByRole('textbox', { name: 'Note' }).fill('Quarterly');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByText('Choose which counts').count()).toBe(0);
  });
});
