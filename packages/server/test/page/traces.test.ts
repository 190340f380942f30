import type { Host } from '@loadout/core';
import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

async function call(host: Host, name: string, args: object = {}): Promise<void> {
  const turn = await host.startTurn({ bot: 'support', modelProvider: { id: 'operator', confidence: 'HIGH' } });
  await turn.call({ name, arguments: args });
  await turn.end();
}

describePage('traces', () => {
  test('calls are listed, followed while they happen, filtered, opened and downloaded', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, visit, checkAccess } = await openPage(rest, { path: '/traces' });

    await page.getByText('No calls yet').waitFor();
    await page.getByText(/Calls are kept for 30 days/).waitFor();
    await checkAccess();
    await call(host, 'crm_lookup', { customer: '4711' });
    await call(host, 'crm_fail');
    // Rows do not move by themselves.
    await page.getByRole('button', { name: 'Show 2 new calls' }).waitFor();
    expect(await page.getByRole('cell').count()).toBe(0);
    await page.getByRole('button', { name: 'Show 2 new calls' }).click();
    await page.getByRole('button', { name: 'Details of crm_fail' }).waitFor();
    await checkAccess();

    await page.getByRole('button', { name: 'Details of crm_lookup' }).click();
    const drawer = page.getByRole('dialog', { name: 'Details' });
    await drawer.getByText('4711').waitFor();
    await checkAccess();
    expect(page.url()).toContain('call=');
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });

    await page.getByRole('combobox', { name: 'Status' }).selectOption('ERROR');
    await page.getByRole('button', { name: 'Details of crm_lookup' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('status=ERROR');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as JSON lines' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^loadout-traces-.*\.jsonl$/);
    await page.getByRole('textbox', { name: 'Tool' }).fill('nothing');
    await page.getByText('No call fits the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Details of crm_lookup' }).waitFor();
    await visit('/traces?call=no-such-call');
    await page.getByText('This call is not on record any more.').waitFor();
  }, 60_000);

  test('a call that runs is counted, in German, dark, on a phone', async () => {
    const { host, ...rest } = await startPageHost();
    await host.assign('support', ['crm_wait']);
    await call(host, 'crm_files');
    const opened = { path: '/traces', language: 'de', scheme: 'dark', viewport: phone } as const;
    const { page, checkAccess } = await openPage(rest, opened);

    await page.getByRole('button', { name: 'Einzelheiten zu crm_files' }).waitFor();
    const controller = new AbortController();
    const turn = await host.startTurn({ bot: 'support', modelProvider: { id: 'operator', confidence: 'HIGH' } });
    const running = turn.call({ name: 'crm_wait', signal: controller.signal });
    await page.getByText('1 Aufruf läuft gerade').waitFor();
    await checkAccess();
    controller.abort();
    await running;
    await turn.end();
    await page.getByRole('button', { name: '1 neuen Aufruf zeigen' }).click();
    await page.getByRole('listitem').getByText('Abgebrochen').waitFor();
    await page.getByRole('button', { name: 'Einzelheiten zu crm_wait' }).click();
    await page.getByRole('dialog').waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  }, 60_000);
});
