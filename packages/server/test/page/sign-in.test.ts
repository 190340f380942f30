import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { namesOf } from './builders/read-loadout.js';
import { type PageHost, startPageHost } from './builders/start-page-host.js';

const expectedErrors = /401/;

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Ends the sessions of a token, as somebody else would. */
async function endSessions(host: PageHost, name: string): Promise<void> {
  for (const { id } of (await host.host.tokens.list()).filter((token) => token.name === name)) {
    await host.host.tokens.revoke(id);
  }
}

describePage('signing in', () => {
  test('a token that is typed leads to the bots, and after signing out one comes in again', async () => {
    const host = await startPageHost();
    const { secret } = await host.host.tokens.create({ name: 'Ana', role: 'operator' });
    const { page } = await openPage(host, { token: null, path: '/sign-in', expectedErrors });
    for (const _ of [1, 2]) {
      await signIn(page, secret);
      await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
      expect(page.url()).toBe(`${host.url}/`);
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL(`${host.url}/sign-in`);
    }
  });

  test('the link signs in where the sign-in is shown already, and its token goes from the address', async () => {
    const host = await startPageHost();
    const { page } = await openPage(host, { token: null, path: '/sign-in', expectedErrors });
    await page.getByLabel('Token').waitFor();
    await page.goto(host.link);
    await page.waitForURL(`${host.url}/`);
    await page.getByRole('heading', { level: 1, name: 'Bots' }).waitFor();
    await page.goBack();
    expect(page.url()).not.toContain('#');
  });

  test.for(['/sign-in#%E0%A4%A', '/sign-in#wrong'])('a fragment that is no token goes too: %s', async (path) => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { token: null, path, expectedErrors });
    await page.getByRole('alert').getByText('Signing in did not work.').waitFor();
    expect(page.url()).toBe(`${host.url}/sign-in`);
    await checkAccess();
    // Beside what is shown already.
    await page.goto(`${host.url}${path}`);
    await page.waitForURL(`${host.url}/sign-in`);
    await page.getByRole('alert').getByText('Signing in did not work.').waitFor();
  });

  test('over a view there is no way around it, and the same token leaves what was typed', async () => {
    const host = await startPageHost();
    const { secret } = await host.host.tokens.create({ name: 'Ana', role: 'admin' });
    const { page, context, checkAccess } = await openPage(host, {
      token: secret,
      path: '/tools/crm_report/settings',
      expectedErrors,
    });
    const note = page.getByRole('textbox', { name: /^Note/ });
    await note.fill('a draft');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to Loadout' });
    await dialog.waitFor();
    await checkAccess();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0);
    await signIn(page, secret);
    await dialog.waitFor({ state: 'detached' });
    expect(await note.inputValue()).toBe('a draft');
    expect(await page.getByText('Sign in again').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('From the operator').first().waitFor();
    expect(await page.getByText('The session had ended').count()).toBe(0);
  });

  test('somebody else who signs in over a view has what was typed, and what the role may not do goes', async () => {
    const host = await startPageHost();
    const [ana, ben, cyn] = await Promise.all([
      host.host.tokens.create({ name: 'Ana', role: 'admin' }),
      host.host.tokens.create({ name: 'Ben', role: 'operator' }),
      host.host.tokens.create({ name: 'Cyn', role: 'viewer' }),
    ]);
    const { page } = await openPage(host, {
      token: ana.secret,
      path: '/tools/crm_report/settings',
      expectedErrors: /401|403/,
    });
    const note = page.getByRole('textbox', { name: /^Note/ });
    await note.fill('a draft');
    await endSessions(host, 'Ana');
    const dialog = page.getByRole('dialog', { name: 'Sign in to Loadout' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor();
    await signIn(page, ben.secret);
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${host.url}/tools/crm_report/settings`);
    expect(await note.inputValue()).toBe('a draft');
    await page.getByRole('link', { name: 'Access', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('Signed in as Ben').waitFor();
    await page.keyboard.press('Escape');

    await endSessions(host, 'Ben');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor();
    await signIn(page, cyn.secret);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
  });

  test('what somebody did is not taken back by another who signs in', async () => {
    const host = await startPageHost();
    const ana = await host.host.tokens.create({ name: 'Ana', role: 'operator' });
    const ben = await host.host.tokens.create({ name: 'Ben', role: 'operator' });
    const { page } = await openPage(host, { token: ana.secret, path: '/bots/support/loadout', expectedErrors });
    await page.getByRole('switch', { name: /crm_files/ }).click({ force: true });
    await page.getByText('4 on · 3 offered').waitFor();
    await endSessions(host, 'Ana');
    await page.getByRole('switch', { name: /crm_report/ }).click({ force: true });
    const dialog = page.getByRole('dialog', { name: 'Sign in to Loadout' });
    await dialog.waitFor();
    await signIn(page, ben.secret);
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing that was done since this page was loaded').waitFor();
    await page.getByText('4 on · 3 offered').waitFor();
    expect(await namesOf(host.host)).not.toContain('crm_files');
  });

  test('what only the role before could see goes when another signs in', async () => {
    const host = await startPageHost();
    const ana = await host.host.tokens.create({ name: 'Ana', role: 'admin' });
    const ben = await host.host.tokens.create({ name: 'Ben', role: 'viewer' });
    const { page, visit } = await openPage(host, { token: ana.secret, expectedErrors: /401|403/ });
    await visit('/access');
    await page.getByRole('row').filter({ hasText: 'Ben' }).first().waitFor();
    await endSessions(host, 'Ana');
    const dialog = page.getByRole('dialog', { name: 'Sign in to Loadout' });
    await dialog.waitFor();
    await signIn(page, ben.secret);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Ben' }).first().waitFor({ state: 'detached' });
  });
});

describePage('addresses that lead on', () => {
  test.for([
    ['/bots/support', '/bots/support/loadout'],
    ['/bots', '/'],
  ])('%s', async ([from, to]) => {
    const host = await startPageHost();
    const { page, visit } = await openPage(host);
    await visit(from ?? '');
    await page.waitForURL(`${host.url}${to}`);
    await page.getByText('Support', { exact: true }).first().waitFor();
    await page.goBack();
    expect(page.url()).not.toBe(`${host.url}${from}`);
  });
});
