import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('the keys of the page', () => {
  test('the palette goes to views, bots, tools and providers, and switches a tool of the bot that is looked at', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, visit, checkAccess } = await openPage(rest);

    await page.keyboard.press('Control+k');
    const search = page.getByRole('textbox', { name: /Search views/ });
    await search.waitFor();
    await checkAccess();
    await search.fill('audit');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/audit');
    await visit('/bots/support/loadout');
    await page.keyboard.press('Control+k');
    await search.fill('switch off crm_files');
    await page.getByRole('button', { name: /Switch off crm_files for Support/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The bot’s recent changes take it back.').waitFor();
    expect((await host.show('support')).assignments.map(({ toolName }) => toolName)).not.toContain('crm_files');
  });

  test('single keys go to views, search and list themselves; they are dead in text fields and can be switched off', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { language: 'de' });

    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.waitForURL('**/audit');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.waitForURL(`${host.url}/`);
    await page.getByLabel('Bots suchen').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('gu?');
    expect(await page.getByLabel('Bots suchen').inputValue()).toBe('gu?');
    expect(page.url()).not.toContain('audit');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tasten' }).waitFor();
    await checkAccess();
    await page.getByLabel('Einzelne Tasten').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Ansichten/ }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Tasten' }).count()).toBe(0);
  });
});
