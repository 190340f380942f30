import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { createMany } from './builders/page-tools.js';
import { look, namesOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';
const count = 2_000;
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

describePage('groups of the loadout', () => {
  test('a group of an owner is closed and opened; the address has it, and a search looks into it', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(count) } });
    const { page, checkAccess } = await openPage(rest, { path });

    const head = page.getByRole('button', { name: /^@acme\/many · 0 of 2,000 on/ });
    const hostile = page.getByRole('switch', { name: /hostile/ });
    await page.getByText('All 2,007', { exact: true }).first().waitFor();
    const all = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    await head.click();
    await page.getByText('7 tools shown, 2,000 in closed groups').first().waitFor();
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    expect(Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBe(all - count);
    expect(page.url()).toContain('closed=%40acme%2Fmany');
    await hostile.waitFor();
    await look(page, 'loadout-closed-group');
    await checkAccess();

    await page.reload();
    await page.getByText('7 tools shown, 2,000 in closed groups').first().waitFor();
    await page.getByRole('searchbox').fill('tool_1999');
    await page.getByRole('switch', { name: /tool_1999/ }).waitFor();
    await page.getByText('1 tool shown', { exact: true }).first().waitFor();
    // What is looked for is shown; nothing is there to close.
    expect(await page.getByRole('grid').getByRole('button', { expanded: true }).count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.getByText('7 tools shown, 2,000 in closed groups').first().waitFor();

    // What is done with all of a group needs no row of it.
    await page.getByRole('button', { name: 'Switch all 2,000 on: @acme/many' }).click();
    await page.getByRole('dialog').getByText('667 of them can change data.').waitFor();
    await page.keyboard.press('Escape');
    await head.click();
    await page.getByText('in closed groups').first().waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('closed=');
    expect(await namesOf(host)).toHaveLength(5);
  }, 120_000);

  test('keys alone, in German: left closes, right opens, and left on a tool leads to the head of its group', async () => {
    const { host: _, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(count) } });
    const { page, checkAccess } = await openPage(rest, { path, language: 'de', scheme: 'dark' });

    await page.getByRole('checkbox', { name: /^Alle .* auswählen$/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toContain('in der Reihenfolge der Ausstattung');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toContain('in der Reihenfolge der Ausstattung');

    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toContain('tool_2000');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(page)).toContain('@acme/many · 0 von 2.000 eingeschaltet');
    const box = await page.locator(':focus').boundingBox();
    expect(box?.y).toBeGreaterThan(56);
    expect(box?.y).toBeLessThan(800);
    const head = page.getByRole('button', { name: /^@acme\/many · 0 von 2\.000/ });
    await page.keyboard.press('ArrowLeft');
    await page.getByText('7 Werkzeuge angezeigt, 2.000 in geschlossenen Gruppen').first().waitFor();
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    expect(await focused(page)).toContain('@acme/many');
    await page.keyboard.press('End');
    expect(await focused(page)).toContain('@acme/many');
    await checkAccess();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toContain('tool_0001');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
    // The button of the row does the same.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');
    expect(await focused(page)).toContain('@acme/many');
  }, 120_000);

  test('on a phone, as a viewer: groups close too', async () => {
    const host = await startPageHost();
    const { secret } = await host.host.tokens.create({ name: 'Vera', role: 'viewer' });
    const { page, checkAccess } = await openPage(host, { path, token: secret, viewport: phone });

    const head = page.getByRole('button', { name: /^@acme\/crm · 5 of 6 on/ });
    await head.click();
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
    await look(page, 'loadout-closed-group-phone');
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  }, 60_000);
});
