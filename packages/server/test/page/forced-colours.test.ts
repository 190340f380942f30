/*
 * In forced colours there are no fills of the page: what is on, chosen or current differs there by colours of the system.
 * Targets are wide enough for fingers.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startTour } from './builders/tour.js';

/** How the first element that a selector finds is drawn. */
function look(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { backgroundColor, borderBottomColor, borderInlineStart } = getComputedStyle(element);
      return `${backgroundColor} ${borderBottomColor} ${borderInlineStart}`;
    });
}

describePage('the colours of the system', () => {
  test('what is on, chosen or current can be told from what is not', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host);
    await page.emulateMedia({ forcedColors: 'active' });
    for (const [address, on, off] of [
      ['/bots/support/loadout', 'input:checked + .mantine-Switch-track', 'input:not(:checked) + .mantine-Switch-track'],
      ['/bots/support/loadout', '.mantine-Tabs-tab[data-active]', '.mantine-Tabs-tab:not([data-active])'],
      [
        '/bots/support/loadout',
        '.mantine-SegmentedControl-label[data-active]',
        '.mantine-SegmentedControl-label:not([data-active])',
      ],
      [host.addresses.turn, 'button[aria-current="true"]', 'button[aria-current="false"]'],
    ] as const) {
      await visit(address);
      await page.locator(on).first().waitFor();
      expect(await look(page, on), on).not.toBe(await look(page, off));
    }
    await visit('/bots/support/loadout');
    const thumb = await look(page, '.mantine-Switch-thumb');
    expect(thumb).not.toBe(await look(page, '.mantine-Switch-track'));
    await page.locator('input[data-search]').focus();
    await expect
      .poll(() => page.locator('input[data-search]').evaluate((element) => getComputedStyle(element).outlineStyle))
      .toBe('solid');
  });

  test('on a touch screen targets are at least 44 pixels high', async () => {
    const host = await startTour();
    const { page, context } = await openPage(host, { viewport: phone });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'pointer', value: 'coarse' }] });
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    for (const address of ['/', host.addresses['tool-bots'], host.addresses.audit]) {
      await page.goto(`${host.url}${address}`);
      await page.locator('h1').first().waitFor();
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('header button, main button, [role=tab], main .mantine-Input-input')]
          .filter((element) => element.checkVisibility() && element.closest('.mantine-Input-section') === null)
          .filter((element) => element.getBoundingClientRect().height < 43.5)
          .map((element) => element.outerHTML.slice(0, 160)),
      );
      expect(small, address).toEqual([]);
    }
  });
});
