import { expect, test } from 'vitest';
import { askForApproval } from './builders/ask-for-approval.js';
import { describePage, openPage, phone } from './builders/open-page.js';
import { createSimple } from './builders/page-tools.js';
import { startPageHost } from './builders/start-page-host.js';

describePage('approvals', () => {
  test('nothing waits: the view says so, and what would be there', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/approvals' });

    await page.getByText('Nothing waits for a decision').waitFor();
    await checkAccess();
  });

  test('a call that waits is shown whole, and allowed once by keys alone', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/approvals' });
    const long = `start ${'x'.repeat(5_000)} end`;
    await askForApproval(host.host, { arguments: { from: 'Ada', into: long } });

    // It comes by itself.
    await page.getByRole('heading', { name: 'Merge customers' }).waitFor();
    await page.getByText('1 call waits for a decision.').waitFor();
    await page.getByText('This tool can delete or overwrite data.').waitFor();
    await page.getByText('for Support').waitFor();
    await page.getByText('asked by ana').waitFor();
    expect(await page.getByRole('region', { name: 'Arguments' }).textContent()).toContain(`${long}`);
    await page.getByText('You cannot see: from. Marked as sensitive by the tool.').waitFor();
    await checkAccess();

    await page.getByRole('button', { name: 'Allow once: Merge customers' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/Allowed once by/).waitFor();
    expect(await host.host.approvals.list()).toMatchObject([{ state: 'allowed', scope: 'once' }]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('nothing-waits');
    await checkAccess();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/approvals-decided.png` });
  });

  test('what is hidden is told by the definition; a call cannot pretend it', async () => {
    const host = await startPageHost();
    const id = await askForApproval(host.host, {
      arguments: { from: 'Ada', into: '[masked]', more: { deep: ['[masked]'] } },
    });
    const { page, checkAccess } = await openPage(host, { path: `/approvals/${id}` });

    await page.getByText('You cannot see: from. Marked as sensitive by the tool.').waitFor();
    await page.getByText('The text [masked] was given as it stands there, and hides nothing: into, more.').waitFor();
    // Nobody can see whom it merges: allowing is not what is suggested.
    const look = (name: RegExp) => page.getByRole('button', { name }).getAttribute('data-variant');
    expect([await look(/^Allow once/), await look(/^Deny/)]).toEqual(['default', 'default']);
    await checkAccess();

    await page.getByRole('button', { name: /^Allow once/ }).click();
    const link = page.getByRole('link', { name: 'See the call' });
    await link.waitFor();
    const [{ turnId } = { turnId: '' }] = await host.host.approvals.list();
    const { turn, loop } = await host.host.resumeTurn(turnId);
    await loop.resume();
    await turn.end();
    await page.getByText('It was decided, and does not wait any more.').waitFor();
    await link.click();
    await page.getByRole('dialog').getByText('crm_merge').first().waitFor();
    await page.getByRole('dialog').getByText('Success').waitFor();
    await checkAccess();
  });

  test('a call whose arguments are all shown is allowed by the main button', async () => {
    const tool = {
      ...{ name: 'erase', label: 'Erase', description: 'Erases.', schema: { type: 'object' } },
      policy: { readOnly: false, destructive: true, approval: 'ask' },
    };
    const host = await startPageHost({ companions: { '@acme/erase': () => createSimple([tool]) } });
    await host.host.assign('support', ['erase']);
    const id = await askForApproval(host.host, { tool: 'erase', arguments: { into: 'Bob' } });
    const { page } = await openPage(host, { path: `/approvals/${id}` });

    const allow = page.getByRole('button', { name: /^Allow once/ });
    await allow.waitFor();
    await page.getByText('This tool can delete or overwrite data.').waitFor();
    expect(await allow.getAttribute('data-variant')).toBe('filled');
    expect(await page.getByText(/You cannot see/).count()).toBe(0);
  });

  test('what holds longer is in the menu, is listed, and is revoked', async () => {
    const host = await startPageHost();
    await askForApproval(host.host);
    const { page, checkAccess } = await openPage(host, { path: '/approvals' });

    await page.getByRole('button', { name: 'Allow for longer: Merge customers' }).click();
    await page.getByRole('menuitem', { name: 'Allow for this conversation' }).waitFor();
    await checkAccess();
    await page.getByRole('menuitem', { name: 'Allow for this conversation' }).click();
    await page.getByRole('heading', { name: 'Allowed for a conversation' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Revoke crm_merge for room' }).click();
    await page.getByText('crm_merge is asked about again.').waitFor();
    expect(await host.host.approvals.lasting()).toEqual([]);
  });

  test('a denial has a reason; the focus goes on to the next call', async () => {
    const host = await startPageHost();
    await askForApproval(host.host, { conversation: 'one' });
    await askForApproval(host.host, { conversation: 'two' });
    const { page, checkAccess } = await openPage(host, { path: '/approvals' });

    await page.getByText('2 calls wait for a decision.').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/approvals.png` });
    await page.getByRole('button', { name: 'Deny: Merge customers' }).first().click();
    await page.getByLabel('Reason for the model').fill('Not today.');
    await checkAccess();
    await page.getByRole('button', { name: 'Deny the call' }).click();
    await page.getByText('Reason: Not today.').waitFor();
    await page.getByText('1 call waits for a decision.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^approval-/);
  });

  test('what somebody else decided says by whom, in the list and where the call is gone', async () => {
    const host = await startPageHost();
    const id = await askForApproval(host.host);
    const { page, checkAccess } = await openPage(host, { path: `/approvals/${id}` });

    await page.getByText('1 of 1').waitFor();
    await host.host.as({ name: 'Eve', via: 'cli' }).approvals.deny(id, { reason: 'No.' });
    await page.getByText('Denied by Eve (command line).').waitFor();
    expect(await page.getByRole('button', { name: /^Allow once/ }).count()).toBe(0);
    await checkAccess();
    const [{ turnId } = { turnId: '' }] = await host.host.approvals.list();
    const { turn, loop } = await host.host.resumeTurn(turnId);
    await loop.resume();
    await turn.end();
    await page.getByText('It was decided, and does not wait any more.').waitFor();
    await page.getByText('Denied by Eve (command line).').waitFor();
    await checkAccess();
  });

  test('a reason that came too late stays, with who decided what, in the list and when the call is gone', async () => {
    const host = await startPageHost();
    const id = await askForApproval(host.host);
    const { page, visit, checkAccess } = await openPage(host, { path: '/approvals' });

    await page.getByRole('button', { name: 'Deny: Merge customers' }).click();
    await page.getByRole('textbox', { name: 'Reason for the model' }).fill('They are two people.');
    await host.host.as({ name: 'Eve', via: 'cli' }).approvals.allow(id);
    await page.getByText('Allowed once by Eve (command line).').waitFor();
    await page.getByText('Your reason was not sent').waitFor();
    await page.getByText('They are two people.').waitFor();
    await checkAccess();
    await host.host.bots.remove('support');
    await page.getByText('It was decided, and does not wait any more.').waitFor();
    await page.getByText('They are two people.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Discard the reason' }).click();
    await page.getByText('They are two people.').waitFor({ state: 'detached' });

    await visit('/approvals/does-not-exist');
    await page.getByText('No such call waits').waitFor();
    await page.getByText('or never was').waitFor();
    await checkAccess();
  });

  test('a call that went with its bot says so', async () => {
    const host = await startPageHost();
    await host.host.bots.add({ id: 'gone', displayName: 'Gone' });
    await host.host.assign('gone', ['crm_merge']);
    const id = await askForApproval(host.host, { bot: 'gone' });
    const { page } = await openPage(host, { path: `/approvals/${id}`, language: 'de' });

    await page.getByRole('button', { name: /^Ablehnen/ }).waitFor();
    await host.host.bots.remove('gone');
    await page.getByText('Der Bot gone wurde entfernt und der Aufruf mit ihm.').waitFor();
  });

  test('a viewer sees the call, and nothing to decide with', async () => {
    const host = await startPageHost();
    await askForApproval(host.host);
    const { secret } = await host.host.tokens.create({ name: 'Vera', role: 'viewer' });
    const { page } = await openPage(host, { path: '/approvals', token: secret });

    await page.getByRole('heading', { name: 'Merge customers' }).waitFor();
    expect(await page.getByRole('button', { name: /Allow|Deny/ }).count()).toBe(0);
  });

  test('in German and on a phone, in the dark', async () => {
    const host = await startPageHost();
    const id = await askForApproval(host.host);
    const { page, checkAccess } = await openPage(host, {
      path: `/approvals/${id}`,
      language: 'de',
      scheme: 'dark',
      viewport: phone,
    });

    await page.getByRole('button', { name: /^Einmal erlauben: / }).waitFor();
    await page.getByText('Dieses Werkzeug kann Daten löschen oder überschreiben.').waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/approval-phone-dark.png`, fullPage: true });
  });
});
