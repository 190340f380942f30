import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { createMany } from './builders/page-tools.js';
import { look, namesOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';
const count = 2_000;

describePage('the loadout with 2,000 tools', () => {
  test('a switch shows by the next frame, a search finds one, and few rows are in the document', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(count) } });
    const { page } = await openPage(rest, { path });

    await page
      .getByText(`All ${(count + 7).toLocaleString('en')}`)
      .first()
      .waitFor();
    const grid = page.getByRole('grid', { name: 'Tools' });
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(count);
    expect(await page.getByRole('row').count()).toBeLessThan(60);

    for (const name of ['crm_lookup', 'crm_merge', 'crm_files']) {
      await page.evaluate(clickToFrame, name);
      await expect.poll(() => namesOf(host)).not.toContain(name);
    }
    await page.locator('input[data-search]').fill('tool 1999');
    await expect.poll(() => page.getByRole('switch').count()).toBe(1);
  }, 120_000);

  test('the last row is reached by a key, and one that has the focus stays while it is scrolled away', async () => {
    const { host: _, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(count) } });
    const { page } = await openPage(rest, { path });

    await page.getByRole('checkbox', { name: /^Select all/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toContain('tool_2000');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole('switch', { name: /crm_lookup/ }).waitFor();
    expect(await focused()).toContain('tool_2000');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('tool_1999');
    const box = await page.locator(':focus').boundingBox();
    expect(box?.y).toBeGreaterThan(56);
    expect(box?.y).toBeLessThan(800);
  }, 120_000);

  test('all that match are selected, listed by name, switched on, and taken back as one', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(count) } });
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByRole('searchbox').fill('tool_00');
    await page.getByRole('button', { name: 'Select all 99 that match' }).click();
    await page.getByText('99 selected').waitFor();
    await look(page, 'bulk-bar');
    await checkAccess();
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch 99 tools on for Support?' });
    await dialog.getByText('33 of them can change data.').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(99);
    await look(page, 'bulk-dialog');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Switch 99 on' }).click();
    const result = page.getByText('99 switched on.');
    await result.waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('99 switched on');
    await look(page, 'bulk-result');
    await checkAccess();
    expect(await namesOf(host)).toHaveLength(104);
    await page
      .getByRole('group', { name: /selected tools/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('Undone: 99 tools switched on for Support.').waitFor();
    expect(await namesOf(host)).toHaveLength(5);
  }, 120_000);

  test('more than one request can take are changed, and taken back', async () => {
    const { host, ...rest } = await startPageHost({ companions: { '@acme/many': () => createMany(count) } });
    const { page } = await openPage(rest, { path: `${path}?owner=%40acme%2Fmany` });

    await page.getByRole('button', { name: 'Switch all 2,000 on: @acme/many' }).click();
    await page.getByRole('button', { name: 'Switch 2,000 on' }).click();
    await page.getByText('2,000 switched on.').waitFor({ timeout: 60_000 });
    expect(await namesOf(host)).toHaveLength(count + 5);
    await page
      .getByRole('group', { name: /selected tools/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText(/^Undone/).waitFor({ timeout: 60_000 });
    expect(await namesOf(host)).toHaveLength(5);
  }, 180_000);

  test('a range is selected with Shift, and what changes nothing is told apart', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByRole('checkbox', { name: 'Select Customer record' }).click();
    await page.getByRole('checkbox', { name: 'Select crm_wait' }).click({ modifiers: ['Shift'] });
    await page.getByText('6 selected').waitFor();
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByText('1 switched on, 5 not.').waitFor();
    await page.getByRole('button', { name: 'Why not' }).click();
    await page.getByRole('dialog', { name: 'Not changed' }).getByText('It was so already.').first().waitFor();
    await checkAccess();
    await page.keyboard.press('Escape');
    await page
      .getByRole('group', { name: /selected tools/ })
      .getByRole('button', { name: 'Close' })
      .click();
    await page.getByRole('checkbox', { name: 'Select crm_files' }).click();
    await page.getByRole('checkbox', { name: 'Select crm_fail' }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByLabel('Position').fill('1');
    await page.keyboard.press('Enter');
    await page.getByText('2 tools moved.').waitFor();
    expect((await namesOf(host)).slice(0, 3)).toEqual(['crm_files', 'crm_fail', 'crm_lookup']);
  }, 120_000);
});

/** Clicks the switch of a tool, and waits until the next frame shows it. */
async function clickToFrame(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(`input[role=switch][aria-label$="${name}"]`);
  if (input === null) throw new Error('no switch');
  const was = input.checked;
  input.click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  if (input.checked === was) throw new Error('the switch shows nothing');
}
