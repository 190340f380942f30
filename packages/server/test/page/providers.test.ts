import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { createHanging, createSimple } from './builders/page-tools.js';
import { startPageHost } from './builders/start-page-host.js';

const tool = { name: 'crm_lookup', description: 'Another one.', schema: { type: 'object' } };

describePage('providers', () => {
  test('a name that is taken gets another in one click, checked while it is typed; a broken definition says what is wrong', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@other/tools': () => createSimple([tool]) } });
    const { page, checkAccess } = await openPage(rest, { path: '/providers', expectedErrors: /40[09]/ });

    await page.getByRole('link', { name: '@acme/crm' }).waitFor();
    await checkAccess();
    await page.getByRole('link', { name: 'See 2 definitions left out' }).click();
    await page.getByRole('heading', { name: 'crm_broken of @acme/crm' }).waitFor();
    const name = page.getByRole('textbox', { name: 'Offer it as' });
    expect(await name.inputValue()).toBe('other_crm_lookup');
    await name.fill('crm_files');
    await page.locator('[aria-invalid=true]').waitFor();
    await checkAccess();
    await name.fill('second_lookup');
    await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Offer it as second_lookup' }).click();
    await page.getByRole('heading', { name: 'crm_lookup of @other/tools' }).waitFor({ state: 'detached' });
    expect((await host.catalogue()).tools.map((one) => one.name)).toContain('second_lookup');
  });

  test('a provider that never answers is told, is asked again, and no view waits for it', async () => {
    const host = await startPageHost({ companions: { '@slow/tools': createHanging } });
    const opened = { path: '/providers', language: 'de', scheme: 'dark', viewport: phone } as const;
    const { page, visit, checkAccess } = await openPage(host, opened);

    await page.getByRole('link', { name: '@slow/tools' }).waitFor();
    await page.getByRole('combobox', { name: 'Zustand' }).selectOption('off');
    await page.getByText('Kein Anbieter ist in diesem Zustand.').waitFor();
    await checkAccess();
    await visit('/providers/%40slow%2Ftools');
    await page.getByRole('button', { name: 'Neu abfragen: @slow/tools' }).waitFor();
    await checkAccess();
    await visit('/providers/nobody');
    await page.getByText('Diesen Anbieter gibt es nicht').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});
