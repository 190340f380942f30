import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('the shell of the page', () => {
  test('the link that the host prints signs in, and its token is gone from the address and the history', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host);

    expect(page.url()).toBe(`${host.url}/`);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.goBack();
    expect(page.url()).not.toContain('#');
    await page.goto(host.url);
    await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
    await page.getByText('Connected').waitFor();
    await checkAccess();
  });

  test('without a session the page asks for a token, says what is wrong with one, and takes a good one', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { token: null, expectedErrors: /401/ });

    await page.getByRole('heading', { level: 1, name: 'Sign in to Loadout' }).waitFor();
    await checkAccess();
    await page.getByLabel('Token').fill('not-a-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await checkAccess();
    const { secret } = await host.host.tokens.create({ name: 'Ana', role: 'viewer' });
    await page.getByLabel('Token').fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('Signed in as Ana').waitFor();
    // What a role may not do is absent.
    expect(await page.getByRole('link', { name: 'Access' }).count()).toBe(0);
  });

  test('signing out ends the session, also for whoever kept its cookie', async () => {
    const host = await startPageHost();
    const { page, context } = await openPage(host, { expectedErrors: /401/ });
    const kept = await context.cookies();

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Loadout' }).waitFor();
    await context.addCookies(kept);
    await page.goto(host.url);
    await page.getByRole('heading', { name: 'Sign in to Loadout' }).waitFor();
  });

  test('the account menu opens by key at its button, which keeps its name and gets the focus back', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { language: 'de' });

    const button = page.getByRole('button', { name: 'Konto' });
    // After signing in the heading takes the focus.
    await page.locator('h1:focus').waitFor();
    await button.focus();
    // The first time it is loaded, the second it is there.
    for (const _ of [1, 2]) {
      await page.keyboard.press('Enter');
      const menu = page.getByRole('menu', { name: 'Konto' });
      await menu.waitFor();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      const under = await button.boundingBox();
      const box = await menu.boundingBox();
      expect(box?.y).toBeGreaterThan(under?.y ?? Number.NaN);
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) - (under?.x ?? 0) - (under?.width ?? 0))).toBeLessThan(24);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Abmelden');
      await checkAccess();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await button.click();
    await page.getByRole('menu').waitFor();
    await button.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  test('the language and the colours are chosen, and kept', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host);

    await page.getByText('DE', { exact: true }).click();
    await page.getByRole('link', { name: 'Werkzeuge', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dunkle Farben verwenden' }).click();
    await checkAccess();
    await page.reload();
    await page.getByRole('link', { name: 'Werkzeuge', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark');
  });

  test('an address that leads nowhere says so, and parts of a query without meaning are left out with a notice', async () => {
    const host = await startPageHost();
    // The host refuses a component that it does not know, before the page has found that out.
    const { page, visit, checkAccess } = await openPage(host, { expectedErrors: /400/ });

    await visit('/nowhere');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await checkAccess();
    await visit('/?q=x&colour=red');
    await page.getByText('were left out: colour').waitFor();
    expect(page.url()).toBe(`${host.url}/?q=x`);

    // Some have no meaning as only the data can tell.
    for (const [address, names, left] of [
      ['/bots/support/loadout?component=none', 'component', '/bots/support/loadout'],
      ['/bots/support/preview?component=none&api=gemini', 'component', '/bots/support/preview?api=gemini'],
      ['/bots/support/loadout?owner=nope&reason=bar', 'owner', '/bots/support/loadout'],
      ['/bots/support/loadout?reason=bar&q=crm', 'reason', '/bots/support/loadout?q=crm'],
      ['/traces?from=2026-02-01&to=2026-01-01&bot=support', 'from, to', '/traces?bot=support'],
    ] as const) {
      await visit(address);
      await page.getByText(`were left out: ${names}`).waitFor();
      await page.waitForURL(`${host.url}${left}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByText('could not be read').count(), address).toBe(0);
    }
  });

  test('what a view does not know of the query of the one before is no matter of an address', async () => {
    const host = await startPageHost();
    const { page, visit } = await openPage(host);
    for (const address of ['/traces?bot=support&status=SUCCESS', '/tools/crm_report/settings?as=support']) {
      await visit(address);
      await page.getByRole('link', { name: 'Bots', exact: true }).click();
      await page.locator('h1:focus', { hasText: 'Bots' }).waitFor();
      await page.getByRole('link', { name: 'Support', exact: true }).click();
      await page.getByRole('switch').first().waitFor();
      expect(await page.getByText('were left out').count(), address).toBe(0);
    }
  });

  test('on a phone the navigation is a drawer', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { viewport: phone });

    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});
