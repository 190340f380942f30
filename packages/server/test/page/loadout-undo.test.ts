import type { Host, JsonObject } from '@loadout/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { createMany } from './builders/page-tools.js';
import { look, namesOf, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';
const ben = { name: 'Ben', via: 'http' } as const;

const overrideOf = async (host: Host, tool = 'crm_report') =>
  (await host.show('support')).assignments.find(({ toolName }) => toolName === tool)?.settingsOverride;

const factsOf = async (host: Host) =>
  (await host.show('support')).assignments.map(({ toolName, owner, position, settingsOverride }) => ({
    toolName,
    owner,
    position,
    settingsOverride,
  }));

const override = (host: Host, settingsOverride: JsonObject | null) =>
  host.as(ben).changeLoadout('support', [{ action: 'override', tool: 'crm_report', settingsOverride }]);

const conflictOf = (page: Page) => page.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });

describePage('taking back what somebody else has changed since', () => {
  test('where it is so again already, the page says so and touches nothing that another gave the tool', async () => {
    const { host, ...rest } = await startPageHost();
    const { page } = await openPage(rest, { path });

    await page.getByText('5 on · 4 offered').waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('switch', { name: /crm_report/ }).click({ force: true });
    await page.getByText('Sales report is off for Support.').waitFor();
    // Events within three seconds count as of this tab's own change: only the state tells that it was heard.
    await host.as(ben).assign('support', ['crm_report']);
    await override(host, { region: 'us' });
    await expect.poll(() => page.getByRole('switch', { name: /crm_report/ }).isChecked()).toBe(true);
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing is left to undo: it is so again already.').waitFor();
    expect(await page.getByText('Sales report is off for Support.').count()).toBe(0);
    expect(await conflictOf(page).count()).toBe(0);
    expect(await overrideOf(host)).toEqual({ region: 'us' });
  });

  test('both are shown by field, and mine brings only what it was about', async () => {
    const { host, ...rest } = await startPageHost();
    await host.changeLoadout('support', [
      { action: 'override', tool: 'crm_report', settingsOverride: { region: 'eu', pages: 2 } },
    ]);
    const { page, checkAccess } = await openPage(rest, { path: `${path}?tool=crm_report` });

    const drawer = page.getByRole('dialog', { name: /Sales report/ });
    const field = drawer.getByRole('textbox', { name: 'Override' });
    await field.fill('{"region":"us","pages":2}');
    await drawer.getByRole('button', { name: 'Save override' }).click();
    await page.getByText('The override of Sales report for Support is saved.').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    // Another keeps what was saved, and adds to it: no row shows that.
    await override(host, { region: 'us', pages: 5, note: 'of Ben' });
    await page.getByRole('heading', { level: 1, name: 'Support' }).click();
    await page.keyboard.press('Control+z');
    const dialog = conflictOf(page);
    await dialog.getByText('Ben changed this while you were editing.').waitFor();
    await dialog
      .getByText('Theirs: on, place 3 of 5, override region: "us", pages: 5, note: "of Ben"', { exact: true })
      .waitFor();
    await dialog
      .getByText('Yours: on, place 3 of 5, override region: "eu", pages: 5, note: "of Ben"', { exact: true })
      .waitFor();
    await look(page, 'undo-conflict');
    await checkAccess();
    expect(await overrideOf(host)).toEqual({ region: 'us', pages: 5, note: 'of Ben' });
    await dialog.getByRole('button', { name: 'Apply mine' }).click();
    await expect.poll(() => overrideOf(host)).toEqual({ region: 'eu', pages: 5, note: 'of Ben' });
  });

  test('a tool that both moved: their place and mine are shown, in German too', async () => {
    const { host, ...rest } = await startPageHost();
    const { page } = await openPage(rest, { path, language: 'de', expectedErrors: /412/ });

    await page.getByText('5 eingeschaltet').first().waitFor();
    await page.route(
      '**/api/v1/bots/support/loadout',
      async (route) => {
        await host.as(ben).changeLoadout('support', [{ action: 'move', tool: 'crm_fail', position: 1 }]);
        await route.continue();
      },
      { times: 1 },
    );
    await rowOf(page, 'crm_fail').focus();
    await page.keyboard.press('Alt+ArrowUp');
    const dialog = page.getByRole('dialog', { name: 'Inzwischen von anderen geändert' });
    await dialog.getByText('Die andere Fassung: eingeschaltet, Stelle 1 von 5', { exact: true }).waitFor();
    await dialog.getByText('Meine Fassung: eingeschaltet, Stelle 3 von 5', { exact: true }).waitFor();
    await look(page, 'move-conflict-de');
    await dialog.getByRole('button', { name: 'Meine anwenden' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => namesOf(host)).toEqual(['crm_lookup', 'crm_merge', 'crm_fail', 'crm_report', 'crm_files']);
  });

  test('of many, what another had switched on already is counted as not changed, and stays on', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(12) } });
    const { page } = await openPage(rest, { path, expectedErrors: /412/ });

    await page.getByRole('searchbox').fill('tool_00');
    await page.getByRole('button', { name: 'Select all 12 that match' }).click();
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('can change data').first().waitFor();
    await host.as(ben).assign('support', ['tool_0001', 'tool_0002']);
    await dialog.getByRole('button', { name: 'Switch 12 on' }).click();
    await page.getByText('10 switched on, 2 not.').waitFor();
    await page
      .getByRole('group', { name: /selected tools/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('Undone: 10 tools switched on for Support.').waitFor();
    expect((await namesOf(host)).filter((name) => name.startsWith('tool_'))).toEqual(['tool_0001', 'tool_0002']);
  });

  test('a tool that is moved to where it stands is said to stand there, and no place below 1 is taken', async () => {
    const { host, ...rest } = await startPageHost();
    const { page } = await openPage(rest, { path: `${path}?tool=crm_report` });

    const { loadoutRevision } = (await host.show('support')).bot;
    const field = page.getByRole('dialog').getByRole('textbox', { name: /^Position/ });
    await field.fill('-3');
    await page.getByText('Enter a whole number from 1 to 5.').waitFor();
    expect(await page.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
    await field.fill('3');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('It stands there already.').waitFor();
    expect((await host.show('support')).bot.loadoutRevision).toBe(loadoutRevision);
  });

  test('an override that another saved meanwhile is kept, or mine over it, by who is asked', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: `${path}?tool=crm_report`, expectedErrors: /412/ });

    const drawer = page.getByRole('dialog', { name: /Sales report/ });
    const field = drawer.getByRole('textbox', { name: 'Override' });
    const save = drawer.getByRole('button', { name: 'Save override' });
    await field.fill('{"note":"mine"}');
    await override(host, { region: 'us' });
    await drawer.getByText('Ben changed this while you were editing.').waitFor();
    await drawer.getByText('Theirs: region: "us"', { exact: true }).waitFor();
    await drawer.getByText('Yours: note: "mine"', { exact: true }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await look(page, 'override-conflict');
    await checkAccess();
    await drawer.getByRole('button', { name: 'Apply mine' }).click();
    await save.click();
    await expect.poll(() => overrideOf(host)).toEqual({ region: 'us', note: 'mine' });

    // In the moment between reading and writing too.
    let isFirst = true;
    await page.route('**/api/v1/bots/support/loadout', async (route) => {
      if (isFirst && route.request().method() === 'PATCH') {
        isFirst = false;
        await override(host, { pages: 7 });
      }
      await route.continue();
    });
    await field.fill('{"region":"us","note":"again"}');
    await save.click();
    await drawer.getByText('Theirs: pages: 7', { exact: true }).waitFor();
    expect(await overrideOf(host)).toEqual({ pages: 7 });
    await drawer.getByRole('button', { name: 'Keep theirs' }).click();
    expect(JSON.parse(await field.inputValue())).toEqual({ pages: 7 });
  });

  test('after a reload the recent changes have what takes a change back, and Ctrl+Z leads there', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(300) } });
    await host.changeLoadout('support', [
      { action: 'override', tool: 'crm_report', settingsOverride: { region: 'us' } },
    ]);
    const before = await factsOf(host);
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByRole('switch', { name: /crm_report/ }).click({ force: true });
    await page.getByText('Sales report is off for Support.').waitFor();
    await page.reload();
    await page.getByText('4 on · 4 offered').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing that was done since this page was loaded is left to undo.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Recent changes' }).click();
    const drawer = page.getByRole('dialog', { name: 'Recent changes' });
    await drawer.getByText('No way back here').first().waitFor();
    await look(page, 'recent-after-reload');
    await checkAccess();
    await drawer.getByRole('button', { name: 'Undo: crm_report switched off' }).click();
    await page.getByText('Undone: Sales report is off for Support.').first().waitFor();
    expect(await factsOf(host)).toEqual(before);
    await drawer.getByRole('button', { name: 'Undo: crm_report changed' }).click();
    await page.getByText('Undone: Sales report is changed for Support.').first().waitFor();
    expect(await overrideOf(host)).toBeNull();
    // It is so already.
    await drawer.getByRole('button', { name: 'Undo: crm_report changed' }).click();
    await page.getByText('Nothing is left to undo: it is so again already.').waitFor();

    // More than the list shows of one change, moves of others with it.
    const names = Array.from({ length: 300 }, (_, index) => `tool_${String(index + 1).padStart(4, '0')}`);
    await host
      .as(ben)
      .changeLoadout('support', [
        { action: 'move', tool: 'crm_fail', position: 1 },
        ...names.map((tool) => ({ action: 'assign', tool }) as const),
      ]);
    await drawer.getByRole('button', { name: 'Undo: 200 or more tools switched on' }).click();
    await page.getByText('Undone: 300 tools switched on for Support.').first().waitFor();
    expect((await factsOf(host)).map(({ toolName }) => toolName)).toEqual(before.map(({ toolName }) => toolName));
  });

  test('what is not so any more is asked about, and a setting leads to where it is changed', async () => {
    const { host, ...rest } = await startPageHost();
    await host.as(ben).settings.set('crm_report', 'apiKey', 'of-ben-alone', { bot: 'support' });
    await host.as(ben).changeLoadout('support', [{ action: 'move', tool: 'crm_fail', position: 1 }]);
    await host.as(ben).changeLoadout('support', [{ action: 'move', tool: 'crm_fail', position: 3 }]);
    const { page, checkAccess } = await openPage(rest, { path, language: 'de' });

    await page.getByRole('button', { name: 'Letzte Änderungen' }).click();
    const drawer = page.getByRole('dialog', { name: 'Letzte Änderungen' });
    await drawer.getByRole('link', { name: 'Einstellungen ansehen' }).waitFor();
    await drawer
      .getByRole('button', { name: /^Rückgängig machen: .*geändert$/ })
      .nth(1)
      .click();
    const dialog = page.getByRole('dialog', { name: 'Inzwischen von anderen geändert' });
    await dialog.getByText('Ben hat dies inzwischen geändert.').first().waitFor();
    await look(page, 'recent-conflict-de');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Alle anderen behalten' }).click();
    await dialog.waitFor({ state: 'detached' });
    await drawer.getByRole('link', { name: 'Einstellungen ansehen' }).click();
    await page.waitForURL('**/tools/crm_report/settings?as=support');
  });
});
