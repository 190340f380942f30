import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { createHanging } from './builders/page-tools.js';
import { startTour } from './builders/tour.js';

describePage('a provider that hangs', () => {
  test('no view waits for it', async () => {
    // Nobody gives it up while the test runs.
    const options = { limits: { listMs: 600_000 } };
    const { addresses, ...started } = await startTour({ options, companions: { '@slow/tools': createHanging } });
    const { page, visit } = await openPage(started);

    for (const [name, address] of Object.entries(addresses)) {
      await visit(address);
      await page.waitForLoadState('networkidle');
      await expect
        .poll(() => page.locator('.mantine-Skeleton-root').count(), { timeout: 2_000, message: name })
        .toBe(0);
    }
    // It is told, beside the others.
    await visit('/providers');
    await page.getByRole('link', { name: '@slow/tools' }).waitFor();
    await page.getByRole('link', { name: '@acme/crm' }).waitFor();
  }, 120_000);
});
