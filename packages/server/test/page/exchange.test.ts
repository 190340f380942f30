import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

const words = {
  en: { ask: 'Sign in as Vera instead?', keep: /^Stay signed in as/, exchange: 'Sign in as Vera' },
  de: { ask: 'Stattdessen als Vera anmelden?', keep: /^Als .* angemeldet bleiben/, exchange: 'Als Vera anmelden' },
};

describePage('a link that would sign in somebody else', () => {
  test.each(['en', 'de'] as const)('asks whoever is signed in, %s', async (language) => {
    const host = await startPageHost();
    const { secret } = await host.host.tokens.create({ name: 'Vera', role: 'viewer' });
    const { page, visit, checkAccess } = await openPage(host, { language });
    const { ask, keep, exchange } = words[language];
    const me = () => page.evaluate(async () => (await (await fetch('/api/v1')).json()).you);
    const before = await me();

    await page.goto('about:blank');
    await page.goto(`${host.url}/sign-in#${secret}`);
    await page.getByText(ask).waitFor();
    expect(page.url()).toBe(`${host.url}/sign-in`);
    expect(await me()).toEqual(before);
    await checkAccess();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/exchange-${language}.png` });
    await page.getByRole('button', { name: keep }).click();
    await page.waitForURL(`${host.url}/`);
    expect(await me()).toEqual(before);

    // The same in a view that is open already.
    await visit('/sign-in');
    await page.evaluate((hash) => location.assign(hash), `#${secret}`);
    await page.getByRole('button', { name: exchange, exact: true }).click();
    await page.waitForURL(`${host.url}/`);
    expect(await me()).toMatchObject({ name: 'Vera', role: 'viewer' });
    // Whoever is signed in by this token is not asked.
    await page.goto('about:blank');
    await page.goto(`${host.url}/sign-in#${secret}`);
    await page.waitForURL(`${host.url}/`);
  });
});
