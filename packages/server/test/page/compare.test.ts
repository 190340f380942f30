import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('the comparison of bots', () => {
  test('shows what differs, copies one tool and all of them, and takes that back', async () => {
    const { host, ...rest } = await startPageHost();
    await host.assign('sales', ['crm_lookup']);
    await host.assign('sales', ['crm_files'], { settingsOverride: {} });
    const { page, checkAccess } = await openPage(rest, { path: '/compare' });

    await page.getByText('Choose at least two bots').waitFor();
    await checkAccess();
    await page.getByRole('combobox', { name: 'Bots to compare' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('rowheader', { name: /crm_fail/ }).waitFor();
    expect(page.url()).toContain('bots=support%2Csales');
    // What is the same is not shown, unless it is asked for.
    expect(await page.getByRole('rowheader', { name: /crm_lookup/ }).count()).toBe(0);
    await page.getByLabel('Only differences').click();
    await page.getByRole('rowheader', { name: /crm_lookup/ }).waitFor();
    await checkAccess();

    // What a click does to the other bot is what its button says.
    await page.getByRole('button', { name: 'Switch off for Support: crm_fail' }).waitFor();
    await page.getByRole('button', { name: 'Copy to Sales: crm_fail' }).click();
    await page.getByText('crm_fail: switch on').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Make 1 change' }).click();
    await page.getByText('1 tool changed for Sales.').waitFor();
    const names = async () => (await host.show('sales')).assignments.map(({ toolName }) => toolName);
    expect(await names()).toContain('crm_fail');

    await page.getByLabel('Only differences').click();
    await page.getByRole('button', { name: 'Copy all differences from Sales' }).click();
    await page.getByRole('menuitem', { name: 'Copy to Support' }).click();
    await page.getByText('Merge customers: switch off').waitFor();
    await page.getByRole('button', { name: /^Make/ }).click();
    await page.getByText('2 tools changed for Support.').waitFor();
    expect((await host.show('support')).assignments.map(({ toolName }) => toolName)).toEqual(
      expect.arrayContaining(await names()),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect((await host.show('support')).assignments).toHaveLength(5);
  }, 60_000);

  test('a viewer sees the differences in German on a phone, and copies nothing', async () => {
    const { host, ...rest } = await startPageHost();
    const { secret } = await host.tokens.create({ name: 'Ana', role: 'viewer' });
    const opened = { token: secret, language: 'de', viewport: phone, path: '/compare?bots=support,sales' } as const;
    const { page, checkAccess } = await openPage(rest, opened);

    const entry = page.getByRole('listitem').filter({ hasText: 'Kundenakte' });
    await entry.waitFor();
    // No room for columns: what each bot has stands below the other.
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await entry.textContent()).toMatch(/Support.*Ein.*Sales.*Aus/);
    expect(await page.getByRole('button', { name: /kopieren/ }).count()).toBe(0);
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });

  test('a bot of the address that there is not is said, as are more than fit', async () => {
    const { host, ...rest } = await startPageHost();
    for (const id of ['one', 'two', 'three']) await host.bots.add({ id });
    const { page, checkAccess, visit } = await openPage(rest, { path: '/compare?bots=support,nobody,sales' });
    await page.getByText('There is no bot nobody. It is left out.').waitFor();
    await page.getByRole('rowheader').first().waitFor();
    await checkAccess();
    await visit('/compare?bots=support,sales,one,two,three');
    await page.getByText('Four stand side by side at most. Left out: three.').waitFor();
    expect(await page.getByText('There is no bot').count()).toBe(0);
  });
});
