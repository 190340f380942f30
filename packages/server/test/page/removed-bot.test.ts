import { expect, test } from 'vitest';
import { scriptModel } from '../builders/scripted-model.js';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('a bot that another operator removes', () => {
  test.for(['loadout', 'preview', 'about'])('is gone from its %s', async (tab) => {
    const { host, ...rest } = await startPageHost();
    const language = tab === 'preview' ? 'de' : 'en';
    const { page, checkAccess } = await openPage(rest, {
      path: `/bots/support/${tab}`,
      language,
      expectedErrors: /404/,
    });

    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
    await page.getByText(language === 'de' ? 'Verbunden' : 'Connected', { exact: true }).waitFor();
    await page
      .getByRole('main')
      .getByText(/crm_files|Calling|curl/)
      .first()
      .waitFor();
    await host.bots.remove('support');
    const gone = language === 'de' ? 'Diesen Bot gibt es nicht' : 'There is no such bot';
    await page.getByRole('heading', { level: 1, name: gone }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByRole('main').getByText('crm_files').count()).toBe(0);
    await checkAccess();
    await page
      .getByRole('main')
      .getByRole('link', { name: language === 'de' ? 'Alle Bots ansehen' : 'See all bots' })
      .click();
    await page.waitForURL(`${rest.url}/`);
  });

  test('is said to be gone where it is compared, and where a tool is run as it', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, visit } = await openPage(rest, { path: '/compare?bots=support,sales', expectedErrors: /404/ });

    await page
      .getByRole('columnheader', { name: /Support/ })
      .first()
      .waitFor();
    await visit('/tools/crm_files/playground?as=sales');
    await page.getByRole('button', { name: /^Run/ }).waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    await host.bots.remove('sales');
    await page.getByText('There is no bot sales. Choose another one.').waitFor();
    expect(await page.getByRole('button', { name: /^Run/ }).isDisabled()).toBe(true);
    await page.goBack();
    await page.getByText(/There is no bot .*sales/).waitFor();
  });

  test('is said to be gone in a chat with it, and nothing more is sent to it', async () => {
    const model = scriptModel([]);
    const { host, ...rest } = await startPageHost({ chat: model.chat });
    const { page, checkAccess } = await openPage(rest, { path: '/chat?bot=sales' });

    await page.getByRole('textbox', { name: /essage/ }).fill('Hello');
    await page.getByText('Connected', { exact: true }).waitFor();
    await host.bots.remove('sales');
    await page.getByText('There is no bot sales: it was removed, or never was.').waitFor();
    expect(await page.getByRole('button', { name: /Send/ }).isDisabled()).toBe(true);
    expect(await page.getByRole('textbox', { name: /essage/ }).inputValue()).toBe('Hello');
    await checkAccess();
  });
});
