import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('the keys of the page', () => {
  test('the palette goes to views, bots, tools and providers, and switches a tool of the bot that is looked at', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, visit, checkAccess } = await openPage(rest);

    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: /Search views/ });
    await search.waitFor();
    await checkAccess();
    await search.fill('audit');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/audit');
    await visit('/bots/support/loadout');
    await page.keyboard.press('Control+k');
    await search.fill('switch off crm_files');
    await page.getByRole('option', { name: /Switch off crm_files for Support/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('It can be undone in the bot’s recent changes.').waitFor();
    expect((await host.show('support')).assignments.map(({ toolName }) => toolName)).not.toContain('crm_files');
  });

  test('the palette says what it is, which line is chosen, and how many there are', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host);
    await page.locator('h1:focus').waitFor();
    const button = page.getByRole('button', { name: /^Search/ });
    await button.focus();
    await page.keyboard.press('Enter');
    const palette = page.getByRole('dialog', { name: 'Palette' });
    await palette.waitFor();
    const search = palette.getByRole('combobox');
    const chosen = () =>
      search.evaluate((element) => {
        const id = element.getAttribute('aria-activedescendant') ?? '';
        const option = document.getElementById(id);
        return `${option?.role} ${option?.ariaSelected} ${option?.textContent}`;
      });
    await search.fill('crm_');
    await palette
      .getByRole('status')
      .filter({ hasText: /^\d+ results$/ })
      .waitFor();
    await expect.poll(chosen).toMatch(/^option true /);
    const first = await chosen();
    await page.keyboard.press('ArrowDown');
    await expect.poll(chosen).not.toBe(first);
    expect(await chosen()).toMatch(/^option true /);
    expect(
      await palette.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true }).count(),
    ).toBe(1);
    await checkAccess();
    await search.fill('nothing of the kind');
    await palette.getByRole('status').filter({ hasText: 'Nothing matches' }).waitFor();
    expect(await search.getAttribute('aria-expanded')).toBe('false');
    await checkAccess();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
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
    await page.getByText('Strg', { exact: true }).first().waitFor();
    await page.getByText('Leertaste', { exact: true }).waitFor();
    await checkAccess();
    await page.getByLabel('Einzelne Tasten').click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Ansichten/ }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Tasten' }).count()).toBe(0);
  });
});
