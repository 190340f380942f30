import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { desktop, openPage, phone } from './builders/open-page.js';
import { startTour } from './builders/tour.js';

const folder = process.env.LOADOUT_SHOTS;
const isWanted = folder !== undefined && folder !== '';
const name = isWanted ? 'pictures' : 'pictures (skipped: the variable LOADOUT_SHOTS names no folder for them)';

// For people to look at. What can be said of a view without eyes, other tests say.
describe.skipIf(!isWanted)(name, () => {
  test.each([
    { width: 'desktop', scheme: 'light', language: 'en', viewport: desktop },
    { width: 'desktop', scheme: 'dark', language: 'de', viewport: desktop },
    { width: 'phone', scheme: 'light', language: 'de', viewport: phone },
    { width: 'phone', scheme: 'dark', language: 'en', viewport: phone },
  ] as const)(
    'of every view: $width, $scheme',
    async ({ width, ...how }) => {
      const into = path.join(folder ?? '', `${width}-${how.scheme}`);
      mkdirSync(into, { recursive: true });
      const { addresses, ...host } = await startTour();
      const { page, visit } = await openPage(host, how);
      for (const [view, address] of Object.entries(addresses)) {
        await visit(address);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: path.join(into, `${view}.png`) });
      }
      expect(Object.keys(addresses).length).toBeGreaterThan(30);
    },
    300_000,
  );
});
