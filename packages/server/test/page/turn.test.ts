import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

const model = { modelProvider: { id: 'operator', confidence: 'HIGH' } } as const;

describePage('a turn', () => {
  test('says how it ended and what failed first, and shows its calls in order with their details', async () => {
    const { host, ...rest } = await startPageHost();
    const turn = await host.startTurn({
      bot: 'support',
      ...model,
      approver: async () => ({ decision: 'allow' }) as never,
    });
    await turn.call({ name: 'crm_lookup', arguments: { customer: '4711' } });
    await turn.call({ name: 'crm_fail' });
    await turn.end();
    const { page, visit, checkAccess } = await openPage(rest, { path: `/traces/turns/${turn.id}` });

    await page.getByText('First failure: call 2, crm_fail.').waitFor();
    await checkAccess();
    const rows = page.getByRole('list', { name: 'Timeline' }).getByRole('button');
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(0).textContent()).toMatch(/^Call 1, crm_lookup, Success, .*, started after /);
    await page.getByRole('button', { name: 'Go to it' }).click();
    await page
      .getByRole('region', { name: 'Details of the call' })
      .getByText(/The log has it under/)
      .waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('call-2');
    await checkAccess();
    await page.getByLabel('Failed only').click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(page.url()).toContain('only=failed');
    const widths = await page.locator('ol [class*=bar]').evaluateAll((bars) => bars.map((bar) => bar.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(3);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/turn.png` });
    await visit('/traces/turns/no-such-turn');
    await page.getByText('This turn is not on record').waitFor();
    await checkAccess();
  }, 60_000);

  test('opens the details of a call over the list on a phone, in German and dark', async () => {
    const { host, ...rest } = await startPageHost();
    const turn = await host.startTurn({ bot: 'support', ...model });
    await turn.call({ name: 'crm_files' });
    await turn.end();
    const path = `/traces/turns/${turn.id}`;
    const { page, checkAccess } = await openPage(rest, { path, language: 'de', scheme: 'dark', viewport: phone });

    await page.getByRole('button', { name: /^Aufruf 1, crm_files, Erfolg/ }).click();
    await page.getByRole('dialog', { name: 'Einzelheiten des Aufrufs' }).waitFor();
    await checkAccess();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  }, 60_000);
});
