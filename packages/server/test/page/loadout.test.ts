import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { look, namesOf, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';

describePage('the loadout of a bot', () => {
  test('a switch acts at once, counts, says so, and is taken back by the message and by Ctrl+Z', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByText('5 on · 4 offered · 1 withheld').waitFor();
    await look(page, 'loadout-en');
    await checkAccess();
    const wait = page.getByRole('switch', { name: 'crm_wait', exact: true });
    expect(await wait.isChecked()).toBe(false);
    await wait.focus();
    await page.keyboard.press('Space');
    await expectChecked(wait, true);
    await page.getByText('crm_wait is on for Support.').waitFor();
    await page.getByText('6 on · 5 offered').waitFor();
    expect(await namesOf(host)).toContain('crm_wait');
    // It stays where it was, which whoever switched it knows.
    await checkAccess();
    expect(await page.getByText('would stand elsewhere').count()).toBe(0);

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: crm_wait is on for Support.').waitFor();
    expect(await namesOf(host)).not.toContain('crm_wait');
    await expectChecked(wait, false);

    const lookup = page.getByRole('switch', { name: 'Customer record crm_lookup' });
    await lookup.click({ force: true });
    await page.getByText('Customer record is off for Support.').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Customer record is off for Support.').waitFor();
    expect(await namesOf(host)).toEqual(['crm_lookup', 'crm_merge', 'crm_report', 'crm_files', 'crm_fail']);
  }, 60_000);

  test('undo brings back place and override, and is a change of its own in the recent changes', async () => {
    const { host, ...rest } = await startPageHost();
    await host.changeLoadout('support', [
      { action: 'override', tool: 'crm_report', settingsOverride: { region: 'us' } },
    ]);
    const { page, checkAccess } = await openPage(rest, { path });

    const before = (await host.show('support')).assignments;
    await page.getByRole('switch', { name: /crm_report/ }).click({ force: true });
    await page.getByText('Sales report is off for Support.').waitFor();
    await page.getByRole('button', { name: 'Recent changes' }).click();
    await page.getByRole('dialog').getByText('Sales report is off for Support.').waitFor();
    await look(page, 'recent-changes-en');
    await checkAccess();
    await page.getByRole('button', { name: /Undo: Sales report is off/ }).click();
    await page.getByRole('dialog').getByText('Undone: Sales report').waitFor();
    const after = (await host.show('support')).assignments;
    const facts = after.map(({ toolName, position, settingsOverride }) => ({ toolName, position, settingsOverride }));
    expect(facts).toEqual(
      before.map(({ toolName, position, settingsOverride }) => ({ toolName, position, settingsOverride })),
    );
    // What others did is there too, without a way back.
    await page.getByText('crm_report changed').waitFor();
    expect((await host.audit({ bot: 'support', tool: 'crm_report', limit: 1 }))[0]?.action).toBe('tool-assigned');
  }, 60_000);

  test('keys alone: rows, switch, details, selection, order', async () => {
    const { host, ...rest } = await startPageHost();
    const { page } = await openPage(rest, { path });

    await page.getByRole('checkbox', { name: 'Select all 7' }).focus();
    await page.keyboard.press('Tab');
    const focused = () =>
      page.evaluate(() =>
        document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
      );
    expect(await focused()).toContain('On, in loadout order');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('crm_lookup');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('crm_merge');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Merge customers has moved.').waitFor();
    expect((await namesOf(host)).slice(0, 2)).toEqual(['crm_merge', 'crm_lookup']);
    expect(await focused()).toContain('crm_merge');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => namesOf(host)).toEqual(['crm_lookup', 'crm_report', 'crm_merge', 'crm_files', 'crm_fail']);
    await expect.poll(focused).toContain('crm_merge');

    await page.keyboard.press('Space');
    await page.getByText('Merge customers is off for Support.').waitFor();
    expect(await focused()).toContain('crm_merge');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('2 selected').waitFor({ state: 'detached' });

    await page.keyboard.press('End');
    expect(await focused()).toContain('hostile');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(page.url()).toContain('tool=hostile');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toContain('hostile');
    expect(page.url()).not.toContain('tool=');
    // Tab walks the controls of the row, and leaves.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Select /);
  }, 60_000);

  test('search and filters are in the address, and nothing that matches says so', async () => {
    const host = await startPageHost();
    const { page, visit, checkAccess } = await openPage(host, { path, expectedErrors: /404/ });

    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('customer');
    await expect.poll(() => page.getByRole('switch').count()).toBe(2);
    await page.waitForURL('**?q=customer');
    await page.getByRole('searchbox').fill('nothing like that');
    await page.getByText('Nothing matches').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.getByRole('switch').count()).toBe(7);
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Withheld 1').click();
    await page.waitForURL('**?show=withheld');
    expect(await page.getByRole('switch').count()).toBe(1);
    await visit('/bots/support/loadout?reason=not-configured&owner=%40acme%2Fcrm');
    await page.getByRole('switch', { name: /crm_report/ }).waitFor();
    expect(await page.getByRole('switch').count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0);
    await visit('/bots/nobody/loadout');
    await page.getByText('There is no such bot').waitFor();
    await checkAccess();
  }, 60_000);

  test('as what it is seen is in the address, and decides what is offered', async () => {
    const { host, ...rest } = await startPageHost();
    await host.decisions.set('minimum-confidence', '@acme/crm#crm_lookup', 'HIGH');
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByText('As seen in chat · any model · no conversation').waitFor();
    await page.getByRole('button', { name: /Change as what/ }).click();
    await page.getByLabel('Level of the model provider').selectOption('MEDIUM');
    await page.waitForURL('**confidence=MEDIUM*');
    await page.getByRole('button', { name: 'Choose a model for Customer record' }).waitFor();
    await checkAccess();
    await page.getByLabel('Model API').selectOption('responses');
    await page.keyboard.press('Escape');
    await page.getByText('As seen in chat · Responses · MEDIUM').waitFor();
    await page.getByRole('button', { name: 'Details of Customer record' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'What it says itself' }).click();
    await page
      .getByRole('dialog')
      .getByText(/needs a model provider of confidence HIGH/)
      .waitFor();
    await page.getByRole('button', { name: 'Change minimum' }).click();
    await page.getByLabel(/Level that a model provider needs/).selectOption('LOW');
    await page.getByRole('dialog').getByText('It is offered as you see the loadout.').waitFor();
    expect((await host.decisions.list())[0]?.value).toBe('LOW');
  }, 60_000);

  test('the choice of as what it is seen opens by key at its button, and gives the focus back', async () => {
    const { host: _, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path });

    const button = page.getByRole('button', { name: 'Change as what the loadout is seen', exact: true });
    await button.focus();
    for (const _round of [1, 2]) {
      await page.keyboard.press('Enter');
      const choice = page.getByRole('dialog', { name: 'Change as what the loadout is seen' });
      await choice.waitFor();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      await expect.poll(focused).toBe('SELECT');
      await checkAccess();
      await page.keyboard.press('Escape');
      await choice.waitFor({ state: 'detached' });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await button.getAttribute('aria-expanded')).toBe('false');
    }
    await button.click();
    await page.getByLabel('Component').waitFor();
    await button.click();
    await page.getByLabel('Component').waitFor({ state: 'detached' });

    const handle = page.getByRole('button', { name: 'Move crm_files' });
    await handle.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Move crm_files' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => handle.evaluate((element) => element === document.activeElement)).toBe(true);
  }, 60_000);

  test('dragging by the handle, and its menu, change the order; at the end of it nothing else happens', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path });

    const handle = page.getByRole('button', { name: 'Move crm_fail' });
    const from = await handle.boundingBox();
    const to = await page.getByRole('button', { name: 'Move Customer record' }).boundingBox();
    if (from === null || to === null) throw new Error('no handles');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y - 40, { steps: 4 });
    await page.mouse.move(to.x + 10, to.y - 4, { steps: 8 });
    await look(page, 'loadout-drag');
    await page.mouse.up();
    await page.getByText('crm_fail has moved.').waitFor();
    expect((await namesOf(host))[0]).toBe('crm_fail');
    expect(await page.getByRole('menu').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: crm_fail has moved.').waitFor();
    expect(await namesOf(host)).toEqual(['crm_lookup', 'crm_merge', 'crm_report', 'crm_files', 'crm_fail']);

    await page.getByRole('button', { name: 'Move crm_files' }).click();
    await page.getByRole('menuitem', { name: 'Move to the top' }).waitFor();
    await checkAccess();
    await page.getByRole('menuitem', { name: 'Move to position…' }).click();
    await page.getByLabel('Position').fill('9');
    await page.getByText('From 1 to 5. They stand together from there.').first().waitFor();
    await checkAccess();
    await page.getByLabel('Position').fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('crm_files has moved.').waitFor();
    expect((await namesOf(host))[1]).toBe('crm_files');
  }, 60_000);

  test('names that try to act are shown inert', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host, { path: `${path}?tool=hostile` });

    await page.getByRole('dialog').waitFor();
    const row = rowOf(page, 'U+202E');
    await row.waitFor();
    expect(await row.textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('main img, [role=dialog] img, [role=dialog] script').count()).toBe(0);
  });

  test('German, dark, on a phone: two lines for a row, nothing scrolls sideways', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path, language: 'de', scheme: 'dark', viewport: phone });

    await page.getByText('5 eingeschaltet · 4 angeboten · 1 zurückgehalten').waitFor();
    await look(page, 'loadout-de-phone-dark');
    await checkAccess();
    await page.getByRole('switch', { name: /Kundenakte/ }).click({ force: true });
    await page.getByText('Kundenakte ist für Support ausgeschaltet.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Einzelheiten zu Umsatzbericht' }).click();
    await page.getByRole('dialog').getByText('Warum es nicht angeboten wird').waitFor();
    await look(page, 'drawer-de-phone-dark');
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }, 60_000);

  test('a bot without tools is invited to have some', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/bots/sales/loadout' });

    await page.getByText('Nothing assigned. Switch on a tool below.').waitFor();
    await checkAccess();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.waitForURL('**/bots/sales/preview');
  });
});

async function expectChecked(of: { isChecked(): Promise<boolean> }, isChecked: boolean): Promise<void> {
  await expect.poll(() => of.isChecked()).toBe(isChecked);
}
