import type { JsonObject } from '@loadout/core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { createSimple } from './builders/page-tools.js';
import { look, namesOf, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';

const mail = {
  name: 'send_mail',
  label: 'Send mail',
  description: 'Sends a mail to one person. Waits until it is sent.',
  schema: { type: 'object', properties: { to: { type: 'string' }, subject: { type: 'string' } }, required: ['to'] },
  policy: { readOnly: true, approval: 'ask' },
};
const note = { ...mail, name: 'write_note', label: 'Write a note' };

const looser = {
  ...mail,
  description: 'Sends a mail to many people. Waits until it is sent.',
  schema: {
    type: 'object',
    properties: { to: { type: 'array', items: { type: 'string' } }, body: { type: 'string' } },
    required: ['to'],
  },
  policy: { readOnly: false, approval: 'never', openWorld: true },
};

/** A host of which what two companions list can be changed. */
async function startChanging() {
  const lists: Record<'old' | 'mail', JsonObject[]> = { old: [mail, note], mail: [] };
  const started = await startPageHost({
    companions: { '@acme/old': () => createSimple(lists.old), '@acme/mail': () => createSimple(lists.mail) },
  });
  await started.host.assign('support', ['send_mail', 'write_note']);
  return { ...started, lists };
}

describePage('the details of a tool in a loadout', () => {
  test('a definition that changed is compared, what is looser first, and accepted', async () => {
    const { host, lists, ...rest } = await startChanging();
    await host.decisions.set('withhold-changed-definitions', '', true);
    lists.old.splice(0, 1, looser);
    await host.refresh();
    const { page, checkAccess } = await openPage(rest, { path });

    await rowOf(page, 'Send mail').getByText('Definition changed').waitFor();
    await page.getByRole('button', { name: 'Compare Send mail and accept it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The definition has changed since you accepted it.').waitFor();
    const parts = dialog.getByRole('region', { name: 'What has changed' });
    await parts.getByText('Only reads').waitFor();
    const items = await parts.getByRole('listitem').allTextContents();
    expect(items[0]).toContain('Looser now');
    expect(items.join('\n')).toMatch(/A person is asked.*before each call → never/);
    expect(items.join('\n')).toMatch(/Removed: one person\. *.*Added: many people\./s);
    expect(items.join('\n')).toMatch(/Removed.*subject/s);
    await look(page, 'drawer-definition-changed');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Accept for this tool' }).click();
    await page.getByText('Send mail is accepted for Support as it is now.').waitFor();
    await dialog.getByText('It is offered as you see the loadout.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await rowOf(page, 'Send mail').getByText('Definition changed').waitFor();
  }, 60_000);

  test('a definition that changes while it is compared is not accepted unseen', async () => {
    const { host, lists, ...rest } = await startChanging();
    await host.decisions.set('withhold-changed-definitions', '', true);
    lists.old.splice(0, 1, looser);
    await host.refresh();
    const { page } = await openPage(rest, { path, expectedErrors: /412/ });
    await page.getByRole('button', { name: 'Compare Send mail and accept it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Accept for this tool' }).waitFor();
    const before = (await host.show('support')).assignments.find(({ toolName }) => toolName === 'send_mail');
    await page.route(
      '**/api/v1/bots/support/loadout',
      async (route) => {
        lists.old.splice(0, 1, { ...looser, description: 'Sends mail to everybody there is.' });
        await host.refresh();
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Accept for this tool' }).click();
    await dialog.getByText('The definition has just changed again. Compare once more.').waitFor();
    const after = (await host.show('support')).assignments.find(({ toolName }) => toolName === 'send_mail');
    expect(after?.definitionHash).toBe(before?.definitionHash);
    await dialog.getByText('everybody there is').first().waitFor();
    await dialog.getByRole('button', { name: 'Accept for this tool' }).click();
    await page.getByText('Send mail is accepted for Support as it is now.').waitFor();
  }, 60_000);

  test('another owner is compared, and accepted for all its tools of the bot', async () => {
    const { host, lists, ...rest } = await startChanging();
    lists.mail.push(looser, note);
    lists.old.splice(0);
    await host.refresh();
    const { page, checkAccess } = await openPage(rest, {
      path,
      language: 'de',
      scheme: 'dark',
      expectedErrors: /412/,
    });

    await page.getByRole('button', { name: 'Send mail vergleichen und übernehmen' }).click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByText('Dieses Werkzeug kommt jetzt von @acme/mail, vorher von @acme/old.').waitFor();
    await dialog.getByText('Jetzt lockerer').first().waitFor();
    await look(page, 'drawer-owner-changed-de');
    await checkAccess();
    await dialog.getByRole('button', { name: '@acme/mail für jeden Bot übernehmen' }).click();
    await page.getByRole('dialog', { name: '@acme/mail statt @acme/old übernehmen?' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Abbrechen' }).click();

    // What one of the others has become is shown before, and what nobody has seen is not accepted.
    const action = 'Für alle 2 Werkzeuge von @acme/mail bei diesem Bot übernehmen';
    const every = page.getByRole('dialog', { name: 'Jedes vergleichen, dann übernehmen' });
    const accept = async () => {
      await dialog.getByRole('button', { name: action }).click();
      await every.getByRole('region', { name: 'Send mail' }).getByText('Jetzt lockerer').first().waitFor();
      await every.getByRole('region', { name: 'Write a note' }).waitFor();
    };
    await accept();
    await checkAccess();
    lists.mail.splice(1, 1, { ...note, description: 'Writes notes for everybody.' });
    await host.refresh();
    await every.getByRole('button', { name: action }).click();
    await dialog.getByText('Die Definition hat sich gerade erneut geändert.').waitFor();
    expect((await host.show('support')).assignments.filter(({ owner }) => owner === '@acme/mail')).toEqual([]);
    await accept();
    await every.getByText('for everybody').waitFor();
    await every.getByRole('button', { name: action }).click();
    await page.getByText('2 Werkzeuge für Support in der jetzigen Fassung übernommen.').waitFor();
    const { assignments } = await host.show('support');
    expect(assignments.filter(({ owner }) => owner === '@acme/mail')).toHaveLength(2);
  }, 60_000);

  test('an absent tool stays, is not switched off with the others, and is removed by itself', async () => {
    const { host, lists, ...rest } = await startChanging();
    lists.old.splice(0, 1);
    await host.refresh();
    const { page, checkAccess } = await openPage(rest, { path });

    const row = rowOf(page, 'send_mail');
    await row.getByText(/^Absent since/).waitFor();
    expect(await row.getByRole('switch').count()).toBe(0);
    await look(page, 'loadout-absent');
    await checkAccess();
    await page.getByRole('checkbox', { name: 'Select Send mail' }).click();
    await page.getByRole('checkbox', { name: 'Select Write a note' }).click();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Why not' }).click();
    await page.getByText('It is absent. Remove it by itself.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await namesOf(host)).toContain('send_mail');
    const remove = page.getByRole('button', { name: 'Remove Send mail from the loadout of Support' });
    await remove.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Send mail is removed from Support.').waitFor();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row');
    expect(await namesOf(host)).not.toContain('send_mail');
    await page.getByRole('status').filter({ hasText: 'removed' }).getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    expect(await namesOf(host)).toContain('send_mail');
  }, 60_000);

  test('the override is kept with Save, checked by the host, guarded while it is not saved, and cleared', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: `${path}?tool=crm_report`, expectedErrors: /40[09]/ });

    const dialog = page.getByRole('dialog', { name: 'Sales report' });
    const field = dialog.getByRole('textbox', { name: 'Override' });
    await dialog.getByText('Enter “API key” first').waitFor();
    await look(page, 'drawer-reasons');
    await field.fill('{"region": "mars"}');
    await dialog.getByRole('button', { name: 'Save override' }).click();
    await dialog
      .getByText(/region/)
      .last()
      .waitFor();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await look(page, 'drawer-override-error');
    await checkAccess();
    await page.keyboard.press('Escape');
    const guard = page.getByRole('dialog', { name: 'The override has changes that are not saved.' });
    await guard.getByRole('button', { name: 'Keep editing' }).click();
    await field.fill('{"region": "us"}');
    await dialog.getByRole('button', { name: 'Save override' }).click();
    await page.getByText('The override of Sales report for Support is saved.').waitFor();
    const override = async () =>
      (await host.show('support')).assignments.find(({ toolName }) => toolName === 'crm_report')?.settingsOverride;
    expect(await override()).toEqual({ region: 'us' });
    // A secret is none of it, and is entered where it belongs.
    await field.fill('{"region":"us","apiKey":"of-support-alone"}');
    await dialog.getByRole('button', { name: 'Save override' }).click();
    await dialog.getByText('“apiKey” is a secret: it is set by itself, in the settings.').waitFor();
    expect(await dialog.getByText('loadout settings set').count()).toBe(0);
    await checkAccess();
    expect(await dialog.getByRole('link', { name: 'Enter “apiKey” in the settings' }).getAttribute('href')).toContain(
      '/tools/crm_report/settings?as=support&field=apiKey',
    );
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog.getByRole('button', { name: 'Clear override' }).click();
    await page.getByText('The override of Sales report for Support is cleared.').waitFor();
    expect(await override()).toBeNull();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('tool=');
  }, 60_000);

  test('a place is entered, and Back closes the drawer', async () => {
    const { host, ...rest } = await startPageHost();
    const { page } = await openPage(rest, { path });

    await page.getByRole('button', { name: 'Details of Customer record' }).click();
    const dialog = page.getByRole('dialog', { name: 'Customer record' });
    await dialog.getByText('1 of 5').waitFor();
    await dialog.getByText('Only reads.').waitFor();
    await dialog.getByLabel('Position').fill('3');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('3 of 5').waitFor();
    await expect.poll(() => namesOf(host)).toEqual(['crm_merge', 'crm_report', 'crm_lookup', 'crm_files', 'crm_fail']);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/loadout$/);
  }, 60_000);

  test('the loadout of another bot is copied after its changes are shown', async () => {
    const { host, ...rest } = await startPageHost();
    await host.assign('sales', ['crm_wait']);
    await host.changeLoadout('sales', [{ action: 'assign', tool: 'crm_report', settingsOverride: { region: 'us' } }]);
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByRole('button', { name: 'Copy from…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy a loadout to Support' });
    await dialog.getByLabel('Copy from').selectOption('sales');
    await dialog.getByText('Switched on: 1').waitFor();
    await dialog.getByText('Own settings changed: 1').waitFor();
    await dialog.getByLabel('Also switch off what the other bot does not have').click();
    await dialog.getByText('Switched off: 4').waitFor();
    await look(page, 'copy-loadout');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('6 tools changed for Support by copying.').waitFor();
    expect([...(await namesOf(host))].sort()).toEqual(['crm_report', 'crm_wait']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Undone/).waitFor();
    expect(await namesOf(host)).toHaveLength(5);
  }, 60_000);
});
