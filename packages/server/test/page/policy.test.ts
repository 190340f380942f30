import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startTour } from './builders/tour.js';

const whole = 300_000;

describePage('every view', () => {
  test.each([
    { language: 'en', scheme: 'light', viewport: { width: 1280, height: 800 } },
    { language: 'de', scheme: 'dark', viewport: phone },
  ] as const)(
    'with all its filters, $language and $scheme: nothing against the policy, no error, nothing from elsewhere',
    async (how) => {
      const { addresses, ...host } = await startTour();
      const { page, context, visit } = await openPage(host, how);
      const elsewhere: string[] = [];
      context.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== host.url)
          elsewhere.push(request.url());
      });

      for (const [name, address] of Object.entries(addresses)) {
        await visit(address);
        await settle(page);
        const shown = { name, address: page.url().slice(host.url.length), skeletons: 0, isWide: false };
        expect({
          ...shown,
          skeletons: await page.locator('.mantine-Skeleton-root').count(),
          isWide: await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        }).toEqual({ ...shown, address });
        expect(await page.getByText(/were left out:|wurden weggelassen:/).count(), name).toBe(0);
      }
      expect(elsewhere).toEqual([]);
    },
    whole,
  );

  test(
    'leaves out what its query does not know, says so, and waits for nothing',
    async () => {
      const { addresses, ...host } = await startTour();
      const { page, visit } = await openPage(host);

      for (const [name, address] of Object.entries(addresses)) {
        if (name === 'not-found') continue;
        await visit(`${address}${address.includes('?') ? '&' : '?'}colour=red`);
        await page.getByText('were left out: colour').waitFor();
        await settle(page);
        expect(page.url(), name).toBe(`${host.url}${address}`);
        expect(await page.locator('.mantine-Skeleton-root').count(), name).toBe(0);
      }
      // A known name with a value that has no meaning.
      const path = '/bots/support/loadout';
      await visit(`${path}?show=everything&api=telepathy&confidence=9&component=chat`);
      await page.getByText('were left out: show, api, confidence').waitFor();
      expect(page.url()).toBe(`${host.url}${path}?component=chat`);
    },
    whole,
  );

  test(
    'that does not know what its address names says so',
    async () => {
      const { host: _, ...host } = await startTour();
      const { page, visit } = await openPage(host, { expectedErrors: /404/ });
      const paths = [
        '/bots/nobody/loadout?tool=nothing',
        '/bots/nobody/preview',
        '/bots/nobody/about',
        '/bots/support/loadout?tool=nothing',
        '/compare?bots=support%2Cnobody',
        '/tools/nothing',
        '/tools/nothing/playground',
        '/tools/nothing/settings',
        '/tools/nothing/bots',
        '/tools/crm_lookup/playground?as=nobody',
        '/providers/nobody',
        '/traces?call=nothing',
        '/traces/turns/nothing',
        '/approvals/nothing',
        '/chat/nothing?bot=nobody',
      ];
      for (const path of paths) {
        await visit(path);
        await settle(page);
        expect(await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').count(), path).toBe(0);
        const words = ((await page.locator('body').textContent()) ?? '').replace(/\s+/g, ' ');
        expect(words, path).toMatch(
          /no such|not on record|unknown|not known|There is no|does not exist|Choose at least two|does not wait any more|not kept/i,
        );
      }
    },
    whole,
  );

  test(
    'closes its drawer with Back',
    async () => {
      const { addresses, ...host } = await startTour();
      const { page, visit } = await openPage(host);
      const open = [
        [addresses.loadout, 'Details of Sales report'],
        [addresses.traces, 'Details of crm_fail'],
      ] as const;
      for (const [address, button] of open) {
        await visit(address);
        await page.getByRole('button', { name: button }).click();
        const drawer = page.getByRole('dialog');
        await drawer.waitFor();
        expect(page.url()).not.toBe(`${host.url}${address}`);
        await page.goBack();
        await drawer.waitFor({ state: 'detached' });
        expect(page.url()).toBe(`${host.url}${address}`);
        await page.goForward();
        await drawer.waitFor();
      }
    },
    whole,
  );
});

/** Until nothing is asked for but the stream, and what is shown stands still. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count(), { timeout: 5_000 }).toBe(0);
}
