import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { createSimple } from './builders/page-tools.js';
import { startPageHost } from './builders/start-page-host.js';

/** Fails as long as `isBroken`. */
function createMending() {
  const state = { isBroken: true };
  const module = () =>
    createSimple(() => {
      if (state.isBroken) throw new Error('the table of tools is locked');
      return [{ name: 'mended', description: 'Mended.', schema: { type: 'object' } }];
    });
  return { state, module };
}

const taken = { name: 'crm_lookup', description: 'Another one.', schema: { type: 'object' } };

describePage('what needs a person', () => {
  test('a companion that failed is tried again where it is said, or seen with its error; nothing names a command', async () => {
    const { state, module } = createMending();
    const host = await startPageHost({ companions: { '@acme/broken': module } });
    const { page, visit, checkAccess } = await openPage(host);
    const needs = page.getByRole('region', { name: 'Needs a person' });

    await needs.getByText('@acme/broken failed, and brings no tools.').waitFor();
    await needs.getByText('Enter "apiKey"').waitFor();
    expect(await needs.textContent()).not.toMatch(/loadout [a-z]+ /);
    await checkAccess();
    await needs.getByRole('link', { name: 'See provider: @acme/broken' }).click();
    await page.waitForURL('**/providers/%40acme%2Fbroken');
    await page.getByRole('region', { name: 'Errors' }).getByRole('button', { name: 'What it says itself' }).click();
    await page.getByText('the table of tools is locked').waitFor();
    await checkAccess();
    await visit('/');
    state.isBroken = false;
    await needs.getByRole('button', { name: 'Try again: @acme/broken' }).click();
    await needs.getByText('@acme/broken failed, and brings no tools.').waitFor({ state: 'detached' });
    expect((await host.host.catalogue()).tools.map(({ name }) => name)).toContain('mended');
  }, 60_000);

  test('what can be mended on the page is, in German and on a phone, and the own words of the host are marked as English', async () => {
    const { module } = createMending();
    const host = await startPageHost({
      companions: { '@acme/broken': module, '@other/tools': () => createSimple([taken]) },
    });
    await host.host.decisions.set('tools-off', '', true);
    const opened = { path: '/', language: 'de', scheme: 'dark', viewport: phone } as const;
    const { page, visit, checkAccess } = await openPage(host, opened);
    const needs = page.getByRole('region', { name: 'Braucht eine Person' });

    await needs.getByText('@acme/broken ist ausgefallen und bringt keine Werkzeuge.').waitFor();
    await needs.getByText('Der Name gehört @acme/crm.').waitFor();
    await needs.getByText('crm_report braucht „apiKey“.').waitFor();
    // The rest in English is what it says itself, on demand.
    const foreign = needs.locator('[lang=en]');
    expect(await foreign.count()).toBeGreaterThan(0);
    const german = await needs.evaluate((section) => {
      const copy = section.cloneNode(true) as Element;
      for (const one of copy.querySelectorAll('[lang=en]')) one.remove();
      return copy.textContent;
    });
    expect(german).not.toMatch(/\b(the|has|have|is|and|of|what|loadout [a-z]+)\b/i);
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/needs-de.png`, fullPage: true });

    await needs.getByRole('button', { name: 'Werkzeuge einschalten' }).click();
    await expect.poll(() => host.host.decisions.list()).toEqual([]);
    await needs.getByRole('link', { name: '„apiKey“ eintragen: crm_report' }).click();
    await page.waitForURL('**/tools/crm_report/settings?*field=apiKey*');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password');

    await visit('/host');
    await page.getByRole('heading', { name: 'Befunde' }).waitFor();
    const findings = page.getByRole('region', { name: 'Befunde' });
    await findings.getByText('@acme/broken ist ausgefallen und bringt keine Werkzeuge.').waitFor();
    await findings.getByRole('button', { name: 'Erneut versuchen: @acme/broken' }).waitFor();
    await checkAccess();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/findings-de.png`, fullPage: true });
  }, 60_000);
});
