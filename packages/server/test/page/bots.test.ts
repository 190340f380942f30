import { expect, test } from 'vitest';
import { describePage, openPage, phone } from './builders/open-page.js';
import { look } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('the list of bots', () => {
  test('a bot is added, renamed, copied and removed', async () => {
    const host = await startPageHost();
    // Of a bot that is removed, what is shown may be asked for once more.
    const { page, visit, checkAccess } = await openPage(host, { expectedErrors: /404|409/ });

    await page.getByText('4 of 5 offered').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Add bot' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Größe & Maß');
    expect(await page.getByRole('textbox', { name: 'Id' }).inputValue()).toBe('grosse-mass');
    await checkAccess();
    await page.getByRole('dialog').getByRole('button', { name: 'Add bot' }).click();
    await page.waitForURL('**/bots/grosse-mass/loadout');

    await visit('/');
    await page.getByRole('button', { name: 'Actions for Support' }).click();
    await page.getByRole('menuitem', { name: 'Rename bot' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('   ');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Enter a name of 1 to 200 characters.').waitFor();
    await checkAccess();
    expect((await host.host.bots.get('support'))?.displayName).toBe('Support');
    await page.getByRole('textbox', { name: 'Name' }).fill('Help desk');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Support is now called Help desk.').waitFor();
    await page.getByRole('link', { name: 'Help desk' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Help desk' }).click();
    await page.getByRole('menuitem', { name: 'Copy bot' }).click();
    await page.getByRole('textbox', { name: 'Id' }).fill('support');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy bot' }).click();
    // A taken id is said at the field, and nothing typed is lost.
    await page.getByRole('dialog').getByText('There is a bot with this id.').waitFor();
    await page.getByRole('textbox', { name: 'Id' }).fill('second');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy bot' }).click();
    await page.getByText('second is added as a copy of Help desk.').waitFor();
    await page.getByRole('link', { name: 'second' }).waitFor();
    for (const name of ['app', 'cron']) await host.host.tokens.create({ name, bot: 'second' });
    expect((await host.host.show('second')).assignments).toHaveLength(5);

    await page.getByRole('button', { name: 'Actions for second' }).click();
    await page.getByRole('menuitem', { name: 'Remove bot' }).click();
    await page.getByText('5 assignments, its conversations and 2 tokens go with it').waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove bot' }).click();
    await page.getByText('second is removed.').waitFor();
    await page.getByRole('link', { name: 'second' }).waitFor({ state: 'detached' });
    expect(await host.host.bots.get('second')).toBeUndefined();
  }, 60_000);

  test('a name that another gave meanwhile is shown, and not replaced unseen', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, {
      path: '/bots/support/about',
      language: 'de',
      expectedErrors: /412/,
    });
    const rename = (name: string) => host.host.as({ name: 'Ana', via: 'http' }).bots.rename('support', name);
    const nameOf = async () => (await host.host.bots.get('support'))?.displayName;
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Bot umbenennen' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Von Ben');
    await rename('Von Ana');
    // What stands around the dialog changes; what Ben read does not.
    await page.getByRole('heading', { level: 1, name: 'Von Ana', includeHidden: true }).waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Namen speichern' }).click();
    await dialog.getByText('Die andere Fassung: Von Ana').waitFor();
    await dialog.getByText('Meine Fassung: Von Ben').waitFor();
    await checkAccess();
    expect(await nameOf()).toBe('Von Ana');
    // And once more, while he decides.
    await rename('Von Ana 2');
    await dialog.getByRole('button', { name: 'Meine anwenden' }).click();
    await dialog.getByText('Die andere Fassung: Von Ana 2').waitFor();
    await dialog.getByRole('button', { name: 'Meine anwenden' }).click();
    await page.getByText('Support heißt jetzt Von Ben.').waitFor();
    expect(await nameOf()).toBe('Von Ben');
  });

  test('the first steps lead to a call, and are gone after it', async () => {
    const host = await startPageHost({ isEmpty: true });
    const { page, visit, checkAccess } = await openPage(host, { language: 'de' });

    await page.getByRole('heading', { name: 'Erste Schritte' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Einen Bot benennen', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Demo');
    await page.getByRole('dialog').getByRole('button', { name: 'Bot hinzufügen' }).click();
    await page.waitForURL('**/bots/demo/loadout');
    await visit('/');
    await page
      .getByRole('button', { name: /^(crm_|Kunden).*einschalten$/ })
      .first()
      .click();
    await page.getByRole('link', { name: /ausprobieren/ }).waitFor();
    await checkAccess();
    const turn = await host.host.startTurn({ bot: 'demo', modelProvider: { id: 'operator', confidence: 'HIGH' } });
    await turn.call({ name: turn.offered[0]?.name ?? '' });
    await turn.end();
    await page.reload();
    await page.getByRole('link', { name: 'Demo' }).waitFor();
    await page.getByRole('heading', { name: 'Erste Schritte' }).waitFor({ state: 'detached' });
  }, 60_000);

  test('on a host without tools the first steps lead to where tools come from', async () => {
    const { host, ...rest } = await startPageHost({ isEmpty: true, options: { companions: [] } });
    await host.bots.add({ id: 'first' });
    const { page, checkAccess } = await openPage(rest);

    const now = page.locator('[aria-current=step]');
    await now.getByText('There are no tools on this host yet. Providers bring them.').waitFor();
    expect(await page.getByText('These need no settings:').count()).toBe(0);
    await look(page, 'first-steps-no-tools');
    await checkAccess();
    await now.getByRole('link', { name: 'See how to add a provider' }).click();
    await page.getByText('Two lines of the configuration add one').waitFor();
  });

  test('what needs a person leads to where it is mended', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host);

    await page.getByRole('link', { name: 'Enter "apiKey": crm_report' }).click();
    await page.waitForURL('**/tools/crm_report/settings?*field=apiKey*');
    await page.getByRole('heading', { level: 1, name: 'Sales report' }).waitFor();
  });

  test('hundreds of bots are searched at once, and only those in sight are there', async () => {
    const host = await startPageHost({ isEmpty: true });
    for (let index = 0; index < 300; index += 1) await host.host.bots.add({ id: `bot-${index}` });
    const { page } = await openPage(host);

    await page.getByText('300 bots').waitFor();
    expect(await page.getByRole('listitem').count()).toBeLessThan(60);
    await page.getByLabel('Search bots').fill('bot-27');
    await page.getByText('11 bots').waitFor();
    await page.waitForURL('**/?q=bot-27');
    await page.getByLabel('Search bots').fill('nothing like it');
    await page.getByText('Nothing matches').waitFor();
  });

  test('a viewer sees bots, and nothing that changes them; dark and on a phone', async () => {
    const host = await startPageHost();
    const { secret } = await host.host.tokens.create({ name: 'Ana', role: 'viewer' });
    const { page, checkAccess } = await openPage(host, { token: secret, scheme: 'dark', viewport: phone });

    await page.getByText('4 of 5 offered').waitFor();
    expect(await page.getByRole('button', { name: /Add bot|Actions for/ }).count()).toBe(0);
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bots-phone-dark.png` });
  });
});
