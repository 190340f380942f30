/*
 * What has the focus may go: the browser then leaves it on nothing. Every dialog, drawer and action that takes something away
 * is walked here with the keyboard, and somebody has the focus afterwards.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { startTour } from './builders/tour.js';

/** What has the focus: its name, or its words; `BODY` where nothing has it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'BODY';
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
    return (label ?? element.textContent ?? '').trim();
  });
}

/** Waits until this has the focus, and keeps it. */
async function expectFocus(page: Page, name: string | RegExp, what: string): Promise<void> {
  await expect.poll(() => focused(page), { message: what }).toMatch(name);
}

/** Waits until a dialog has the focus. */
async function waitForDialog(page: Page): Promise<void> {
  await page.locator('[role=dialog]:focus-within').waitFor();
}

async function press(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'switch' | 'textbox' = 'button',
): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  await control.focus();
  await page.keyboard.press('Enter');
}

describePage('the focus', () => {
  test('closing a dialog or a drawer gives it back to what opened it', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host);
    for (const [address, name] of [
      ['/bots/support/loadout', /^Copy from/],
      ['/bots/support/loadout', /^Recent changes/],
      ['/bots/support/loadout', /^Details of Customer record/],
      ['/', /^Add/],
      ['/host', /^Add decision/],
      ['/access', /^Create/],
      ['/traces', /^Details|crm_lookup/],
    ] as const) {
      const what = `${address} ${name}`;
      await visit(address);
      await press(page, name);
      await page.getByRole('dialog').waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
        .toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(page, name, what);
    }
  });

  test('a dialog that a menu opened gives it back to the button of the menu', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host);
    await visit('/');
    for (const [item, leave] of [
      ['Rename', 'Escape'],
      ['Copy', 'Escape'],
      ['Remove', 'Enter'],
    ] as const) {
      await press(page, 'Actions for Sales');
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
        .toBe(true);
      await page.keyboard.press(leave);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(page, 'Actions for Sales', item);
    }
  });

  test('what an address opened gives it to the heading or to its row', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host);
    for (const [address, name] of [
      [host.addresses['loadout-drawer'], /Support|crm_report/],
      [host.addresses['trace-drawer'], /Traces|crm_lookup/],
    ] as const) {
      await visit(address);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(page, name, address);
    }
  });

  test('staying where changes are not saved gives it back to what led away', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host);
    await visit('/tools/crm_report/settings');
    await page.getByRole('textbox', { name: /Pages/ }).fill('7');
    for (const key of ['Escape', 'Enter']) {
      await page.getByRole('link', { name: 'Traces', exact: true }).focus();
      await page.keyboard.press('Enter');
      await waitForDialog(page);
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(page, 'Traces', key);
    }
  });

  test('an action that takes its own button away leaves it near', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host);

    await visit('/bots/support/loadout?show=absent');
    await press(page, /^Remove Ticket tool/);
    await expectFocus(page, 'Support', 'the last absent row is removed');
    await page.getByRole('button', { name: 'Undo', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Remove Ticket tool/ }).waitFor();
    await expect.poll(() => focused(page), { message: 'undo in a message' }).not.toBe('BODY');

    await visit(host.addresses.approval);
    await press(page, /^Deny/);
    await press(page, 'Cancel');
    await expectFocus(page, /^Deny/, 'denying is left');

    await visit('/chat?bot=support');
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await page.getByText('Hello.').waitFor();
    await expectFocus(page, 'Message', 'the first message is sent');
  });

  test('removing a bot gives it to the next, and says so', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host, { expectedErrors: /404/ });
    await visit('/');
    await press(page, 'Actions for Sales');
    await page.getByRole('menuitem', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await waitForDialog(page);
    await press(page, /^Remove/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocus(page, 'Support', 'the bot is removed');
    await page.getByRole('status').filter({ hasText: 'Sales' }).waitFor();
  });

  test('the first change of the language keeps it', async () => {
    const host = await startTour();
    const { page } = await openPage(host);
    await page.locator('h1:focus').waitFor();
    await page.getByRole('radio', { name: 'EN' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('link', { name: 'Werkzeuge', exact: true }).waitFor();
    await expectFocus(page, 'DE', 'the language');
  });

  test('signing in at an address gives it to the heading of the view', async () => {
    const host = await startTour();
    const { page } = await openPage(host, { token: null, path: '/audit', expectedErrors: /401/ });
    const field = page.getByRole('textbox', { name: 'Token' });
    await field.fill('no token');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const described = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('Signing in did not work.');
    expect(await page.title()).toBe('Sign in to Loadout · Loadout');
    await expectFocus(page, 'Token', 'a token that is not taken');
    await field.fill(host.link.split('#')[1] ?? '');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Audit', 'signed in');
  });

  test('the head of a drawer covers no control that has it', async () => {
    const host = await startTour();
    const { page, visit } = await openPage(host, { viewport: { width: 1280, height: 500 } });
    for (const address of [host.addresses['loadout-drawer'], host.addresses['trace-drawer']]) {
      await visit(address);
      await page.getByRole('dialog').waitFor();
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press('Shift+Tab');
        const covered = await page.evaluate(() => {
          const element = document.activeElement;
          const head = document.querySelector('[role=dialog] header');
          if (element === null || head === null || head.contains(element)) return false;
          const box = element.getBoundingClientRect();
          return (
            element.closest('[role=dialog]') !== null && box.height > 0 && box.top < head.getBoundingClientRect().bottom
          );
        });
        expect(covered, `${address}: ${await focused(page)}`).toBe(false);
      }
    }
  });
});
