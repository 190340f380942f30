import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { rowOf } from './builders/read-loadout.js';
import { type PageHost, startPageHost } from './builders/start-page-host.js';

const loadoutPath = '/bots/support/loadout';
/** What a browser notes of requests that nobody answers. */
const expectedErrors = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|503/;
const sources = fileURLToPath(new URL('../../page/src', import.meta.url));

async function stop(page: Page, host: PageHost): Promise<void> {
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await host.close();
  await page.getByRole('alert').filter({ hasText: 'Trying again in' }).waitFor();
}

async function bringBack(page: Page, host: PageHost): Promise<void> {
  await host.restart();
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
}

const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });

describePage('parts that are loaded when they are wanted, while the host is away', () => {
  test('the palette says so, leaves what was typed, and opens with its styles when the host is back', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/tools/crm_report/settings', expectedErrors });
    const note = page.getByRole('textbox', { name: /^Note/ });
    await note.fill('a draft');
    await stop(page, host);
    await page.keyboard.press('Control+k');
    await failure(page).getByText('The host does not answer.').waitFor();
    await checkAccess();
    expect(await note.inputValue()).toBe('a draft');
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await failure(page).waitFor();

    await bringBack(page, host);
    const field = page.getByRole('combobox', { name: /Search|Go to/ });
    await field.waitFor();
    await failure(page).waitFor({ state: 'detached' });
    // A style sheet that did not come is had too.
    expect(await field.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('none');
    await page.keyboard.press('Escape');
    expect(await note.inputValue()).toBe('a draft');
    expect(page.url()).toBe(`${host.url}/tools/crm_report/settings`);
  });

  test('a view stays in its place, with the navigation, and shows itself when the host is back', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: loadoutPath, expectedErrors });
    await stop(page, host);
    await page.getByRole('link', { name: 'Host settings' }).click();
    await failure(page).waitFor();
    await page.waitForURL(`${host.url}/host`);
    expect(await page.getByText('new version').count()).toBe(0);
    await page.getByRole('alert').filter({ hasText: 'Trying again in' }).waitFor();
    await page.mouse.move(640, 700);
    await checkAccess();
    // What is there already is shown.
    await page.goBack();
    await rowOf(page, 'crm_files').waitFor();
    await page.goForward();
    await failure(page).waitFor();
    await bringBack(page, host);
    await page.getByRole('heading', { level: 1, name: 'Host settings' }).waitFor();
    expect(await failure(page).count()).toBe(0);
  });

  test('a drawer leaves the list, and opens when the host is back; closing the message gives it up', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host, {
      path: loadoutPath,
      expectedErrors,
      viewport: { width: 1280, height: 800 },
    });
    await stop(page, host);
    await rowOf(page, 'crm_files').getByRole('button').last().click();
    await failure(page).waitFor();
    expect(await page.getByText('new version').count()).toBe(0);
    expect(await page.getByRole('switch', { name: /crm_lookup/ }).isChecked()).toBe(true);
    await failure(page).getByRole('button', { name: 'Close' }).click();
    await failure(page).waitFor({ state: 'detached' });
    await page.waitForURL(`${host.url}${loadoutPath}`);
    await rowOf(page, 'crm_files').getByRole('button').last().click();
    await failure(page).waitFor();
    await bringBack(page, host);
    await page.getByRole('dialog').getByText('crm_files').first().waitFor();
    expect(await failure(page).count()).toBe(0);
  });

  test('a menu is tried again with every press of its button, and says so in German', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, {
      expectedErrors,
      language: 'de',
      viewport: phone,
      scheme: 'dark',
    });
    await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await host.close();
    await page.getByRole('alert').filter({ hasText: 'Keine Verbindung' }).waitFor();
    const said = page.getByRole('alert').filter({ hasText: 'Dieser Teil der Seite konnte nicht geladen werden.' });
    await page.getByRole('button', { name: 'Konto' }).click();
    await said.getByText('Der Host antwortet nicht.').waitFor();
    await checkAccess();
    await said.getByRole('button', { name: 'Schließen' }).click();
    await said.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Konto' }).click();
    await said.waitFor();
    await host.restart();
    await said.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
    await said.waitFor({ state: 'detached' });
  });

  test('words of the second language come when the host is back', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host, { expectedErrors });
    await stop(page, host);
    await page.getByText('DE', { exact: true }).click();
    await page.getByRole('link', { name: 'Tools', exact: true }).waitFor();
    await host.restart();
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('link', { name: 'Werkzeuge', exact: true }).waitFor();
  });

  test('a file that the host has no more is a new version: Reload, and what was typed stays until then', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host, { path: '/tools/crm_report/settings', expectedErrors: /404/ });
    await page.getByRole('textbox', { name: /^Note/ }).fill('a draft');
    await page.route(/assets\/palette-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.keyboard.press('Control+k');
    await failure(page).getByText('The page has a new version. Save what you have typed, then reload.').waitFor();
    await failure(page).getByRole('button', { name: 'Reload' }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Note/ }).inputValue()).toBe('a draft');
  });
});

test('one file alone makes parts that are loaded later', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const own = files.filter((file) =>
    /\blazy\(|lazyRouteComponent|^import\(/m.test(readFileSync(path.join(sources, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(own).toEqual([]);
});
