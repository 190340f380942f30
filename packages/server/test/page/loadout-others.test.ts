import { expect, test } from 'vitest';
import { describePage, openPage } from './builders/open-page.js';
import { createSimple } from './builders/page-tools.js';
import { look, namesOf, rowOf } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const path = '/bots/support/loadout';
const ana = { name: 'Ana', via: 'cli' } as const;

describePage('a loadout that others change too', () => {
  test('what somebody else changed is shown with a mark, and says who it was', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByText('5 on · 4 offered').waitFor();
    await page.getByText('Connected').waitFor();
    await host.as(ana).unassign('support', ['crm_files']);
    await rowOf(page, 'crm_files').getByText('Changed by Ana').waitFor();
    expect(await page.getByRole('switch', { name: /crm_files/ }).isChecked()).toBe(false);
    await look(page, 'loadout-mark');
    // It stays where it was, until somebody wants it in its place.
    await page.getByText('1 tool would stand elsewhere now.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Arrange again' }).click();
    await page.getByText('would stand elsewhere').waitFor({ state: 'detached' });
  }, 60_000);

  test('a change that somebody else got in before is made all the same where it is of another tool', async () => {
    const { host, ...rest } = await startPageHost();
    const { page } = await openPage(rest, { path, expectedErrors: /412/ });

    await page.getByText('5 on · 4 offered').waitFor();
    await page.route(
      '**/api/v1/bots/support/loadout',
      async (route) => {
        await host.as(ana).unassign('support', ['crm_files']);
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('switch', { name: /crm_wait/ }).click({ force: true });
    await page.getByText('crm_wait is on for Support.').waitFor();
    expect(await namesOf(host)).toEqual(['crm_lookup', 'crm_merge', 'crm_report', 'crm_fail', 'crm_wait']);
    expect(await page.getByRole('dialog').count()).toBe(0);
  }, 60_000);

  test('what somebody else changed of the same tool is not overwritten: a person decides', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path, expectedErrors: /412/ });

    await page.getByText('5 on · 4 offered').waitFor();
    const interfere = async (): Promise<void> => {
      await page.route(
        '**/api/v1/bots/support/loadout',
        async (route) => {
          await host
            .as(ana)
            .changeLoadout('support', [
              { action: 'override', tool: 'crm_report', settingsOverride: { note: `${Date.now()}` } },
            ]);
          await route.continue();
        },
        { times: 1 },
      );
      await page.getByRole('switch', { name: /crm_report/ }).click({ force: true });
    };
    await interfere();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });
    await dialog.getByText('Ana changed this while you were editing.').waitFor();
    await look(page, 'conflict');
    await checkAccess();
    expect(await namesOf(host)).toContain('crm_report');
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await namesOf(host)).toContain('crm_report');
    await expect.poll(() => page.getByRole('switch', { name: /crm_report/ }).isChecked()).toBe(true);

    await interfere();
    await dialog.getByRole('button', { name: 'Apply mine' }).click();
    await page.getByText('Sales report is off for Support.').waitFor();
    expect(await namesOf(host)).not.toContain('crm_report');
  }, 60_000);

  test('a change without an answer fails at its row, is not made later, and the switch goes back', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path, expectedErrors: /ERR_FAILED|Failed to load/ });

    await page.getByText('5 on · 4 offered').waitFor();
    await page.route('**/api/v1/bots/support/loadout', (route) => route.abort());
    const wait = page.getByRole('switch', { name: /crm_wait/ });
    await wait.click({ force: true });
    await rowOf(page, 'crm_wait').getByRole('alert').getByText('Not saved: The host does not answer.').waitFor();
    expect(await wait.isChecked()).toBe(false);
    await look(page, 'loadout-not-saved');
    await checkAccess();
    await page.unroute('**/api/v1/bots/support/loadout');
    await rowOf(page, 'crm_wait').getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Not saved').waitFor({ state: 'detached' });
    expect(await namesOf(host)).not.toContain('crm_wait');
  }, 60_000);

  test('a viewer sees the loadout and every reason, and nothing that changes it', async () => {
    const { host, ...rest } = await startPageHost();
    const { secret } = await host.tokens.create({ name: 'Vera', role: 'viewer' });
    const { page, checkAccess } = await openPage(rest, { path, token: secret });

    await page.getByText('5 on · 4 offered').waitFor();
    expect(await page.getByRole('grid').getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('grid').getByRole('checkbox').count()).toBe(0);
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Move|Enter|Remove|Switch|Copy)/ })
        .count(),
    ).toBe(0);
    await look(page, 'loadout-viewer');
    await checkAccess();
    await page.getByRole('button', { name: 'Details of Sales report' }).click();
    await page.getByRole('dialog').getByText('Enter “API key” first').waitFor();
    expect(await page.getByRole('dialog').getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Save|Clear|Accept/ }).count()).toBe(0);
    await checkAccess();
  }, 60_000);

  test('tools switched off for the host are said once, and switched on again; an old list says how old it is', async () => {
    let isBroken = false;
    const tools = [{ name: 'greet', label: 'Greet', description: 'Greets.', schema: { type: 'object' } }];
    const greeter = () => {
      const { register } = createSimple(tools);
      return {
        register: (companion: Parameters<typeof register>[0]) =>
          void companion.on('CollectToolProviders', (event) =>
            event.registerProvider({
              getTools: () => {
                if (isBroken) throw new Error('The list is broken.');
                return tools as never; // as a companion has it
              },
              executeTool: () => 'done',
            }),
          ),
      };
    };
    const { host, ...rest } = await startPageHost({ companions: { '@acme/greet': greeter } });
    await host.catalogue();
    await host.decisions.set('tools-off', '', true);
    isBroken = true;
    await host.refresh();
    const { page, checkAccess } = await openPage(rest, { path });

    await page.getByText('All tools are switched off on this host.').waitFor();
    await page.getByText(/@acme\/greet does not answer. Its list from/).waitFor();
    await rowOf(page, 'greet')
      .getByText(/^List from/)
      .first()
      .waitFor({ state: 'attached' });
    await look(page, 'loadout-banners');
    await checkAccess();
    await page.getByRole('button', { name: 'Switch tools on' }).click();
    await page.getByText('All tools are switched off on this host.').waitFor({ state: 'detached' });
    await page.getByText('5 on · 4 offered').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Refresh the list of @acme/greet' }).click();
    await page.getByText('does not answer').waitFor({ state: 'detached' });
  }, 60_000);

  test('a companion that failed keeps no view waiting: its tools say so, lead to the error, and can be removed', async () => {
    const broken = (): never => {
      throw new Error('It does not start.');
    };
    const { host, ...rest } = await startPageHost({ companions: { '@acme/greet': broken } });
    await host.changeLoadout('support', [{ action: 'assign', tool: 'greet', owner: '@acme/greet', label: 'Greet' }]);
    const { page, checkAccess } = await openPage(rest, { path });

    const row = rowOf(page, 'greet');
    await row.getByText('Companion failed').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Details of Greet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'What it says itself' }).click();
    await page
      .getByRole('dialog')
      .getByText(/It does not start/)
      .waitFor();
    await page.getByRole('button', { name: 'Try again: ask @acme/greet for its list' }).waitFor();
    await checkAccess();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove Greet from the loadout of Support' }).click();
    await page.getByText('Greet is removed from Support.').waitFor();
    expect(await namesOf(host)).not.toContain('greet');
  }, 60_000);
});
