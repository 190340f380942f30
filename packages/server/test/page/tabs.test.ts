import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { type PageHost, startPageHost } from './builders/start-page-host.js';

const count = 10;

/** Says to the page that its tab is hidden, or seen; a browser without a screen hides none by itself. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );
}

/** Asks the host from within a tab, over the connections that all tabs share. */
function ask(page: Page): Promise<number> {
  return page.evaluate(() =>
    fetch('/api/v1/bots', { headers: { 'x-loadout-page': '1' }, cache: 'no-store' }).then(({ status }) => status),
  );
}

describePage('many tabs', () => {
  test('ten at once each load and answer, and a hidden one ends its stream after five seconds', async () => {
    const host: PageHost = await startPageHost();
    const { page: first, context } = await openPage(host);
    // Only the tab that is looked at is visible, as in a browser with a screen.
    await context.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    });
    const tabs: Page[] = [first];
    await first.getByText('Connected').waitFor();
    while (tabs.length < count) {
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(`${host.url}/bots/support/loadout`);
      await tab.getByText('5 on · 4 offered').waitFor();
    }
    expect(await Promise.all(tabs.map(ask))).toEqual(Array(count).fill(200));
    // Each is looked at for a moment, and left.
    for (const tab of tabs) {
      await setVisible(tab, true);
      await tab.getByText('Connected').waitFor();
      await setVisible(tab, false);
    }
    const closed = first.waitForEvent('requestfailed', (request) => request.url().includes('/events'));
    await setVisible(first, true);
    await setVisible(first, false);
    await closed;
    // What others change is read when the tab is seen again.
    await host.host.bots.rename('support', 'Support of Ada');
    await setVisible(first, true);
    await first.getByText('Support of Ada').waitFor();
    expect(await Promise.all(tabs.map(ask))).toEqual(Array(count).fill(200));
  });
});
