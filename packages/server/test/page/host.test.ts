import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('the settings of the host', () => {
  test('switches, decisions and secrets are set and taken back', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: '/host', expectedErrors: /40\d/ });

    await page.getByText('Nothing is decided about single tools').waitFor();
    await checkAccess();
    const kinds = async () => (await host.decisions.list()).map(({ kind }) => kind);
    await page.getByLabel('Tools are on').click();
    await page.getByText(/^2 bots get no tool/).waitFor();
    await checkAccess();
    expect(await kinds()).toEqual([]);
    await page.getByRole('button', { name: 'Switch tools off' }).click();
    await page.getByText('All tools are switched off.', { exact: true }).waitFor();
    expect(await kinds()).toEqual(['tools-off']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('All tools are switched on again.').waitFor();
    await expect.poll(() => host.decisions.list()).toEqual([]);

    await page.getByRole('button', { name: 'Add decision' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tool').first().fill('no_such_tool');
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    // What is wrong is said at the field, and nothing typed is lost.
    await dialog.locator('[aria-invalid=true]').waitFor();
    await checkAccess();
    await dialog.getByLabel('Tool').first().fill('crm_lookup');
    await dialog.getByRole('combobox', { name: 'Value' }).selectOption('deny');
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await page.getByRole('cell', { name: 'Deny each call' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: /^Take back: Approval/ }).click();
    await page.getByText('Nothing is decided about single tools').waitFor();

    await page.getByRole('button', { name: 'Set a secret' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('model-endpoint');
    await dialog.getByLabel('Value').first().fill('the-key-of-the-endpoint');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Set a secret' }).click();
    await page.getByRole('cell', { name: 'model-endpoint', exact: true }).waitFor();
    expect(await page.content()).not.toContain('the-key-of-the-endpoint');
    await checkAccess();
    await page.getByRole('button', { name: 'Delete model-endpoint' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete secret' }).click();
    await page.getByText('No secret is set.').waitFor();
  }, 60_000);

  test('what the organisation decides is shown with why, and a viewer changes nothing, in German and dark on a phone', async () => {
    const { host, ...rest } = await startPageHost({
      options: {
        organisation: {
          disabledTools: [{ tool: 'crm_merge', reason: 'Data protection', contact: 'it@example.org' }],
        } as never,
      },
    });
    const { secret } = await host.tokens.create({ name: 'Ana', role: 'viewer' });
    const opened = { token: secret, path: '/host', language: 'de', scheme: 'dark', viewport: phone } as const;
    const { page, checkAccess } = await openPage(rest, opened);

    await page.getByText('Data protection').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Entscheidung hinzu|setzen/ }).count()).toBe(0);
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/host-phone.png`, fullPage: true });
  });
});
