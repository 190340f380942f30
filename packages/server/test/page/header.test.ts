import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { look } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

/** What of the header's controls is not wholly inside the window, with where it ends. */
async function findOutside(page: Page): Promise<readonly string[]> {
  const { width } = page.viewportSize() ?? { width: 0 };
  const found: string[] = [];
  for (const control of await page.locator('header :is(button, input, a, [role=img])').all()) {
    const box = await control.boundingBox();
    if (box === null || box.width === 0) continue;
    if (box.x < 0 || box.x + box.width > width) found.push(`${await control.getAttribute('aria-label')}: ${box.x}`);
  }
  return found;
}

describePage('the header of the page', () => {
  test.each([
    { width: 320, language: 'en' },
    { width: 320, language: 'de' },
    { width: 390, language: 'en' },
    { width: 390, language: 'de' },
    { width: 320, language: 'de', hasTouch: true },
  ] as const)('all of it is inside a window of $width px, online and not ($language)', async (how) => {
    const { width, language } = how;
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, {
      language,
      viewport: { width, height: 844 },
      hasTouch: 'hasTouch' in how,
      expectedErrors: /ERR_|Failed to load|Failed to fetch/,
    });
    const account = page.getByRole('button', { name: language === 'en' ? 'Account' : 'Konto' });
    await account.waitFor();
    expect(await findOutside(page)).toEqual([]);

    await host.close();
    await page.getByRole('img', { name: language === 'en' ? 'Not connected' : 'Keine Verbindung' }).waitFor();
    expect(await findOutside(page)).toEqual([]);
    await look(page, `header-${width}-${language}`);
    await checkAccess();
  });

  test('the other language is chosen in the menu of a narrow window', async () => {
    const { page, checkAccess } = await openPage(await startPageHost(), { viewport: { width: 360, height: 740 } });

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).waitFor();
    await checkAccess();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Konto' }).waitFor();
  });

  test('what a view shows is 1,440 px wide where there is room', async () => {
    const { page } = await openPage(await startPageHost(), {
      path: '/bots/support/loadout',
      viewport: { width: 1920, height: 900 },
    });

    const grid = page.getByRole('grid');
    await grid.waitFor();
    expect((await grid.boundingBox())?.width).toBe(1440);
  });
});
