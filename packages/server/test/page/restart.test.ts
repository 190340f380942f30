import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { namesOf, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';
/** What a browser notes of requests that nobody answers. */
const expectedErrors = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|503/;

describePage('a host that restarts', () => {
  test('the page says so, refuses what is changed meanwhile, and is right again by itself', async () => {
    const started = await startPageHost();
    const { page, checkAccess } = await openPage(started, { path, expectedErrors });
    await page.getByText('5 on · 4 offered').waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();

    await started.close();
    const banner = page.getByRole('alert').filter({ hasText: 'Trying again in' });
    await banner.waitFor();
    await checkAccess();
    const wait = page.getByRole('switch', { name: /crm_wait/ });
    await wait.click({ force: true });
    await rowOf(page, 'crm_wait').getByRole('alert').getByText('Not saved').waitFor();
    expect(await wait.isChecked()).toBe(false);
    // The rows stay.
    expect(await page.getByRole('switch', { name: /crm_lookup/ }).isChecked()).toBe(true);

    const { host } = await started.restart();
    await host.unassign('support', ['crm_files']);
    await banner.waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByText('4 on · 3 offered').waitFor();
    expect(page.url()).toBe(`${started.url}${path}`);
    // What failed was not kept for later, and the next change is made: the session holds.
    expect(await namesOf(host)).toEqual(['crm_lookup', 'crm_merge', 'crm_report', 'crm_fail']);
    await wait.click({ force: true });
    await page.getByText('5 on · 4 offered').waitFor();
    expect(await namesOf(host)).toContain('crm_wait');
  });

  test('a view that is opened meanwhile says what failed, and fills when the host is back', async () => {
    const started = await startPageHost();
    const { page } = await openPage(started, { expectedErrors });
    await page.getByText('Connected', { exact: true }).waitFor();
    // Its code is there already.
    await Promise.all([
      page.waitForResponse(/\/audit-view-.*\.js$/),
      page.getByRole('link', { name: 'Audit', exact: true }).hover(),
    ]);
    await page.waitForLoadState('networkidle');
    await started.close();
    await page.getByRole('alert').filter({ hasText: 'Trying again in' }).waitFor();
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await started.restart();
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByRole('row').nth(1).waitFor();
  });
});
