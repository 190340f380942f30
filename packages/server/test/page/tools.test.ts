import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { createMany, createSimple } from './builders/page-tools.js';
import { startPageHost } from './builders/start-page-host.js';

const schema = { type: 'object', properties: {} };

describePage('the catalogue of tools', () => {
  test('finds tools by words and owner, shows beside them what was left out, and keeps the filter in the address', async () => {
    const { host: _, ...rest } = await startPageHost({
      companions: {
        '@acme/other': () => createSimple([{ name: 'crm_lookup', description: 'Another one.', schema }]),
      },
    });
    const { page, visit, checkAccess } = await openPage(rest, { path: '/tools' });

    await page.getByRole('link', { name: 'Customer record' }).waitFor();
    await page.getByRole('heading', { name: 'Left out: 2' }).waitFor();
    const leftOut = page.getByRole('region', { name: 'Left out: 2' });
    await leftOut.getByText('Skipped', { exact: true }).waitFor();
    await leftOut.getByText('Has a fault', { exact: true }).waitFor();
    await checkAccess();

    await page.keyboard.press('/');
    await page.keyboard.type('merge cust');
    await page.getByText('1 tool', { exact: true }).first().waitFor();
    await page.waitForURL(/q=merge\+cust/);
    await visit('/tools?q=crm&owner=%40acme%2Fother');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('heading', { name: 'Left out: 1' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Customer record' }).waitFor();
    await page.waitForURL(/\/tools$/);

    await page.getByRole('link', { name: 'See definitions left out' }).click();
    await page.waitForURL(/\/providers\/problems/);
  });

  test('has 2,000 tools of which only those in sight are in the document, and is walked by keys', async () => {
    const { host: _, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(2_000) } });
    const { page, checkAccess } = await openPage(rest, { path: '/tools' });

    await page.getByText('2,007 tools').first().waitFor();
    const list = page.getByRole('list', { name: 'Tools', exact: true });
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    expect(await list.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('2007');
    await page.keyboard.press('/');
    await page.keyboard.type('tool 1999');
    const found = page.getByRole('link', { name: 'Tool 1999' });
    await found.waitFor();
    // What was typed is in the address a moment later; a key pressed meanwhile would go elsewhere.
    await page.waitForURL(/q=tool/);
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await checkAccess();
    await page.getByLabel('Search tools').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => found.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tool 1999' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Tool 1999' }).waitFor();
    expect(await page.getByLabel('Search tools').inputValue()).toBe('tool 1999');
  });

  test('is in German on a phone, with hostile texts inert', async () => {
    const { host: _, ...rest } = await startPageHost();
    const opened = { language: 'de', scheme: 'dark', viewport: phone, path: '/tools' } as const;
    const { page, visit, checkAccess } = await openPage(rest, opened);

    await page.getByRole('link', { name: 'Kundenakte' }).waitFor();
    await page.getByText('kann Daten löschen oder überschreiben').first().waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await visit('/tools?q=nichts');
    await page.getByText('Nichts gefunden').waitFor();
    await checkAccess();
  });

  test('says that there are none, and what failed', async () => {
    const { host: _, ...rest } = await startPageHost();
    const { page, visit, checkAccess } = await openPage(rest, { expectedErrors: /503/ });
    await page.route('**/api/v1/tools?*', (route) =>
      route.fulfill({ json: { tools: [], leftOut: [], companions: [] } }),
    );
    await visit('/tools');
    await page.getByText('There are no tools').waitFor();
    await checkAccess();
    await page.unroute('**/api/v1/tools?*');
    await page.route('**/api/v1/tools?*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"It ends."}' }),
    );
    await visit('/tools');
    await page.getByText('The catalogue could not be read.').waitFor({ timeout: 20_000 });
    await checkAccess();
    await page.unroute('**/api/v1/tools?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Customer record' }).waitFor();
  });
});
