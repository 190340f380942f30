import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startTour } from './builders/tour.js';

/** What begins the name of a control that changes something. */
const changes =
  /^(Switch|Move|Remove|Add|Rename|Copy (from|bot|all|crm|loadout)|Save|Delete|Discard|Replace|Set|Run|Allow|Deny|Revoke|Create|Refresh|Try again|Offer|Accept|Enter|Clear override|Decide|Select|Send|Withhold|Tools switched|Undo)\b/;

describePage('a viewer', () => {
  test('finds nothing on any view that changes something', async () => {
    const { addresses, ...started } = await startTour();
    const { secret } = await started.host.tokens.create({ name: 'Vera', role: 'viewer' });
    const { page, context, visit } = await openPage(started, { token: secret });
    const writes: string[] = [];
    context.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });

    for (const [name, address] of Object.entries(addresses)) {
      await visit(address);
      await page.waitForLoadState('networkidle');
      const found = await page
        .locator(':is(main, [role=dialog]) :is(button, [role=switch], input[type=checkbox], [role=menuitem])')
        .evaluateAll((all) =>
          all.map((one) => {
            const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent;
            return (one.getAttribute('aria-label') ?? label ?? '').trim();
          }),
        );
      expect({ name, found: found.filter((one) => changes.test(one)) }).toEqual({ name, found: [] });
    }
    expect(writes).toEqual([]);
  }, 300_000);
});
