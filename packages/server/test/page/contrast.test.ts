import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startTour } from './builders/tour.js';

/** What axe does not look at: WCAG 1.4.11, 3:1 of what shows that a control is there, and what state it has. */
const least = 3;

/** How far a colour of an element stands out from what is painted behind the element. */
function ratioOf(found: Locator, property: string, pseudo?: string): Promise<number> {
  return found.evaluate(
    (element, [name, of]) => {
      const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (pixel === null) throw new Error('There is no canvas.');
      /** Any colour of CSS as it is painted over another. */
      const over = (colour: string, below: readonly number[]): number[] => {
        pixel.fillStyle = `rgb(${below.join(' ')})`;
        pixel.fillRect(0, 0, 1, 1);
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
        return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      const behind: string[] = [];
      for (let at = element.parentElement; at !== null; at = at.parentElement)
        behind.unshift(getComputedStyle(at).backgroundColor);
      const ground = behind.reduce<number[]>((below, colour) => over(colour, below), [255, 255, 255]);
      const style = getComputedStyle(element, of || null);
      const own = over(style.getPropertyValue(name), ground);
      const light = (colour: readonly number[]): number => {
        const [red = 0, green = 0, blue = 0] = colour.map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [low = 0, high = 0] = [light(own), light(ground)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    },
    [property, pseudo ?? ''] as const,
  );
}

async function expectSeen(found: Locator, property: string, what: string): Promise<void> {
  await found.first().waitFor({ state: 'attached' });
  // A colour on its way to another is none of either.
  await found.page().evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const ratios: number[] = [];
  for (const one of await found.all()) ratios.push(await ratioOf(one, property));
  expect(ratios.length, what).toBeGreaterThan(0);
  expect(Math.min(...ratios), `${what}: ${property}`).toBeGreaterThanOrEqual(least);
}

/** The ring of whatever has the focus: it has to be there, and to be seen. */
async function expectRing(page: Page, what: string): Promise<void> {
  const { width, style, name } = await page.locator(':focus').evaluate((element) => {
    // A switch, a checkbox and a radio show the ring where they are drawn.
    const all = [element, element.nextElementSibling, element.parentElement].filter((one) => one !== null);
    const ringed = all.find((one) => getComputedStyle(one).outlineStyle !== 'none') ?? element;
    ringed.setAttribute('data-ringed', '');
    const { outlineWidth, outlineStyle } = getComputedStyle(ringed);
    return { width: Number.parseFloat(outlineWidth), style: outlineStyle, name: element.outerHTML.slice(0, 120) };
  });
  expect({ width: width >= 2, isThere: style !== 'none' }, `${what}: ${name}`).toEqual({ width: true, isThere: true });
  expect(await ratioOf(page.locator('[data-ringed]'), 'outline-color'), `${what}: ${name}`).toBeGreaterThanOrEqual(
    least,
  );
  await page.locator('[data-ringed]').evaluateAll((all) => {
    for (const one of all) one.removeAttribute('data-ringed');
  });
}

describePage('what is not text', () => {
  test.each(['light', 'dark'] as const)(
    'has 3:1 against what is around it, %s',
    async (scheme) => {
      const { addresses, ...host } = await startTour();
      const { page, visit } = await openPage(host, { scheme });

      await visit(addresses.loadout);
      await page.getByRole('switch').first().waitFor();
      await expectSeen(page.locator('.mantine-Switch-input:checked + .mantine-Switch-track'), 'background-color', 'on');
      await expectSeen(
        page.locator('.mantine-Switch-input:not(:checked) + .mantine-Switch-track'),
        'border-top-color',
        'off',
      );
      await expectSeen(page.locator('.mantine-Input-input'), 'border-top-color', 'input');
      await expectSeen(page.locator('.mantine-Checkbox-input:not(:checked)'), 'border-top-color', 'checkbox');
      await page.locator('.mantine-Checkbox-input').nth(1).click({ force: true });
      await expectSeen(page.locator('.mantine-Checkbox-input:checked'), 'background-color', 'checkbox, checked');
      await page.keyboard.press('Tab');
      for (let stop = 0; stop < 30; stop += 1) {
        await page.keyboard.press('Tab');
        if ((await page.locator(':focus').count()) > 0) await expectRing(page, `stop ${stop}`);
      }

      for (const name of [
        'settings',
        'playground',
        'traces',
        'audit',
        'host',
        'access',
        'compare',
        'preview',
      ] as const) {
        await visit(addresses[name]);
        await page.waitForLoadState('networkidle');
        const kinds = [
          ['.mantine-Input-input:not(:disabled):not([data-error])', 'border-top-color'],
          ['.mantine-Switch-input:not(:checked):not(:disabled) + .mantine-Switch-track', 'border-top-color'],
          ['.mantine-Switch-input:checked:not(:disabled) + .mantine-Switch-track', 'background-color'],
          ['.mantine-Checkbox-input:not(:checked):not(:disabled)', 'border-top-color'],
          ['.mantine-Radio-radio:not(:checked):not(:disabled)', 'border-top-color'],
          ['.mantine-Radio-radio:checked:not(:disabled)', 'background-color'],
        ] as const;
        for (const [selector, property] of kinds) {
          const found = page.locator(selector).filter({ visible: true });
          if ((await found.count()) > 0) await expectSeen(found, property, `${name} ${selector}`);
        }
      }
    },
    300_000,
  );
});
