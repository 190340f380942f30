import { expect, test } from 'vitest';
import { createChanging } from './builders/changing-companion.js';
import { describePage, openPage, phone } from './builders/open-page.js';
import { look, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';
import { startTour } from './builders/tour.js';

const path = '/bots/support/loadout';
const schema = { type: 'object', properties: { text: { type: 'string' } } };
const notes = { name: 'notes', label: 'Notes', description: 'Reads notes.', schema, policy: { readOnly: true } };

describePage('the states of tools in a loadout', () => {
  test('a definition that changed is told on a tool that is offered, is compared and accepted', async () => {
    const changing = createChanging([notes]);
    const { host, ...rest } = await startPageHost({ companions: { '@acme/notes': changing.module } });
    await host.assign('support', ['notes']);
    changing.list = [{ ...notes, policy: { readOnly: false, destructive: true } }];
    await host.refresh('@acme/notes');
    const { page, checkAccess, visit } = await openPage(rest);

    await page.getByRole('region', { name: 'Needs a person' }).getByText('notes').first().waitFor();
    await visit(path);
    const row = rowOf(page, 'Notes');
    await row.getByText('Offered').waitFor();
    await row.getByText('Definition changed').waitFor();
    await row.getByText('can delete or overwrite data').waitFor();
    await look(page, 'loadout-definition-changed');
    await checkAccess();
    await row.getByRole('button', { name: 'Compare Notes and accept it' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('The definition has changed since you accepted it. See the changes.').waitFor();
    await drawer.getByText('Looser now').first().waitFor();
    await drawer.getByText('It may delete or overwrite data now.').waitFor();
    await look(page, 'loadout-definition-drawer');
    await checkAccess();
    await drawer.getByRole('button', { name: 'Accept for this tool' }).click();
    await drawer.getByText('What has changed').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await row.getByText('Definition changed').waitFor({ state: 'detached' });
  });

  test('the details say what holds for calls as the page of the tool does, and lead to trying it as the bot', async () => {
    const { page, checkAccess, visit } = await openPage(await startPageHost(), { path: '/tools/crm_lookup' });
    const sentences = page.getByRole('region', { name: 'What holds for calls' }).getByRole('listitem');
    await sentences.first().waitFor();
    const said = await sentences.allTextContents();

    await visit(`${path}?tool=crm_lookup`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('This tool only reads.').waitFor();
    const section = drawer.getByRole('region', { name: 'What holds for calls' });
    expect(await section.getByRole('listitem').allTextContents()).toEqual(said);
    expect(said.join(' ')).not.toContain('The same call again');
    await checkAccess();
    await drawer.getByRole('link', { name: 'Try it: Customer record as Support' }).click();
    await page.waitForURL(/playground\?as=support/);
  });

  test('where the bot cannot be read, its views and the way back stay', async () => {
    const { page, visit, context } = await openPage(await startPageHost(), { expectedErrors: /500/ });
    await context.route(/\/api\/v1\/bots\/support(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }));
    await visit(path);
    await page.getByText('The bot could not be read.').waitFor();
    await page.getByRole('link', { name: 'Bots' }).first().waitFor();
    await page.getByRole('tab', { name: 'Preview' }).waitFor();
    await page.getByRole('switch').first().waitFor();
  });

  test('what can be done with all of a loadout is in a menu on a phone', async () => {
    const { page, checkAccess } = await openPage(await startPageHost(), { path, viewport: phone });

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy from…' }).waitFor();
    await checkAccess();
    await page.getByRole('menuitem', { name: 'Recent changes' }).click();
    await page.getByRole('dialog', { name: 'Recent changes' }).waitFor();
  });

  test('what a tool can do is said alike whether it is on or off', async () => {
    const { host, ...rest } = await startPageHost();
    await host.unassign('support', ['crm_merge']);
    const { page } = await openPage(rest, { path });

    const words = 'can delete or overwrite data · a person is asked';
    const row = rowOf(page, 'crm_merge');
    await row.getByText(words).waitFor();
    // The switch says that it is off.
    expect(await row.getByText('Off', { exact: true }).count()).toBe(0);
    await row.getByRole('switch').click({ force: true });
    await row.getByText('Offered').waitFor();
    await row.getByText(words).waitFor();
  });

  test('where all tools are off rows are withheld, not absent; each tool is counted once', async () => {
    const { host, ...rest } = await startTour();
    await host.decisions.set('tools-off', '', true);
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByText('8 on · 0 offered · 7 withheld · 1 absent').waitFor();
    const state = rowOf(page, 'crm_lookup').getByText('Withheld');
    await state.waitFor();
    const colour = await state.evaluate((element) => getComputedStyle(element).color);
    expect(colour).toBe('rgb(122, 71, 0)');
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Absent 1').click();
    await rowOf(page, 'Ticket tool').waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    await look(page, 'loadout-tools-off');
    await checkAccess();
  });

  test.each(['en', 'de'] as const)('on a phone a tool is in the upper part of the window (%s)', async (language) => {
    const started = await startTour();
    const { page, checkAccess } = await openPage(started, { path, language, viewport: phone });

    const first = page.getByRole('switch').first();
    await first.waitFor();
    await page.waitForLoadState('networkidle');
    expect((await first.boundingBox())?.y).toBeLessThan(480);
    await page.getByRole('button', { name: 'Filter' }).click();
    const owner = page.getByLabel(language === 'en' ? 'Owner' : 'Herkunft', { exact: true }).locator('visible=true');
    await owner.selectOption('@acme/hostile');
    await page.waitForURL(/owner=%40acme%2Fhostile/);
    await look(page, `loadout-phone-filter-${language}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter: 1' }).waitFor();
    await checkAccess();
    expect(await page.getByRole('switch').count()).toBe(1);
  });
});
