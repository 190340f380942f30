import { expect, test } from 'vitest';
import { createChanging } from './builders/changing-companion.js';
import { describePage, openPage, phone } from './builders/open-page.js';
import { createSimple, hostileTexts } from './builders/page-tools.js';
import { look } from './builders/read-loadout.js';
import { startPageHost } from './builders/start-page-host.js';

const ticketTool = {
  name: 'tickets',
  label: 'Tickets',
  description: 'Finds tickets.',
  schema: { type: 'object', properties: { number: { type: 'string' } } },
  aliases: ['find_tickets'],
  policy: { readOnly: true },
};

describePage('a tool', () => {
  test('says what it does, what holds for calls, what it takes, and how it is sent', async () => {
    const { host: _, ...rest } = await startPageHost({
      companions: {
        '@acme/other': () => createSimple([{ name: 'crm_lookup', description: 'Another.', schema: ticketTool.schema }]),
      },
    });
    const { page, visit, checkAccess } = await openPage(rest, { path: '/tools/crm_lookup' });

    await page.getByText('This tool only reads.').waitFor();
    await page.getByText('Nobody is asked before a call.').waitFor();
    await page.getByText('Also listed by @acme/other, and left out').waitFor();
    const fields = page.getByRole('table', { name: 'Arguments' });
    await fields.getByRole('row', { name: 'customer required string Customer number' }).waitFor();
    await fields.getByText('one of: name, address, phone').waitFor();
    await checkAccess();

    await page.getByRole('button', { name: 'Portability for each model API' }).click();
    await page.getByText('OpenAI takes no such "minLength"').first().waitFor();
    await page.getByRole('button', { name: 'Show as sent through Gemini', exact: true }).click();
    await page.getByRole('region', { name: 'As sent through Gemini' }).getByText('parametersJsonSchema').waitFor();
    expect(page.url()).toContain('show=portability');
    await checkAccess();
    await page.getByRole('button', { name: 'Definition as JSON' }).click();
    await page.getByRole('tree', { name: 'Definition as JSON' }).waitFor();
    await checkAccess();

    await visit('/tools/hostile');
    await page.getByText(hostileTexts.description).waitFor();
    expect(await page.locator('img, main script, b').count()).toBe(0);
    await checkAccess();
  });

  test('compares an earlier definition with the present one, and an alias leads to the tool', async () => {
    const old = createChanging([ticketTool]);
    const { host, ...rest } = await startPageHost({ companions: { '@acme/old': old.module } });
    await host.assign('support', ['tickets']);
    old.list = [{ ...ticketTool, description: 'Finds and closes tickets.', policy: { readOnly: false } }];
    await host.refresh('@acme/old');
    const { page, checkAccess } = await openPage(rest, { path: '/tools/find_tickets?show=history' });

    await page.waitForURL(/\/tools\/tickets\?show=history/);
    await page.getByText('No bot was given it in this form.').waitFor();
    await page.getByText(/^Accepted by embedder for Support,/).waitFor();
    await page.getByRole('button', { name: /^Compare with the present one/ }).click();
    // In the words in which the loadout has it: first what is looser now.
    await page.getByText('Looser now').waitFor();
    await page.getByText('Only reads', { exact: true }).waitFor();
    await page.locator('ins', { hasText: 'and closes' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Changed' }).count()).toBe(1);
    await look(page, 'tool-history-diff');
    await checkAccess();

    old.list = new Error('No answer.');
    await host.refresh('@acme/old');
    await page.getByText(/^@acme\/old does not answer\. Its list from/).waitFor();
    await checkAccess();
    old.list = [ticketTool];
    await page.getByRole('button', { name: /^Refresh/ }).click();
    await page.getByText(/does not answer/).waitFor({ state: 'detached' });
  });

  test('a name that nobody lists, one with a fault, and one that there never was', async () => {
    const { host: _, ...rest } = await startPageHost();
    const { page, visit, checkAccess } = await openPage(rest, { expectedErrors: /40[04]/ });

    await visit('/tools/crm_broken');
    await page.getByText('No bot can get this tool').waitFor();
    expect(await page.getByRole('tab', { name: 'Playground' }).count()).toBe(0);
    await checkAccess();
    await visit('/tools/nothing');
    await page.getByText('There is no such tool').waitFor();
    await checkAccess();
    // No tool can have this name.
    await visit('/tools/%40x%2Fy%20%23');
    await page.getByText('There is no such tool').waitFor();
  });
});

describePage('the bots of a tool', () => {
  test('it is switched for one bot by keys, and for many after their names were read; both are taken back', async () => {
    const { host, ...rest } = await startPageHost();
    for (const number of [1, 2, 3]) await host.bots.add({ id: `bot-${number}`, displayName: `Bot ${number}` });
    const { page, checkAccess } = await openPage(rest, { path: '/tools/crm_merge/bots' });
    const users = async () => (await host.describeTool('crm_merge')).bots.map(({ bot }) => bot);

    const first = page.getByRole('switch', { name: 'Bot 1 bot-1' });
    await first.focus();
    await page.keyboard.press('Space');
    await page.getByRole('tab', { name: 'Used by 2' }).waitFor();
    expect(await users()).toEqual(['bot-1', 'support']);
    await checkAccess();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Used by 1' }).waitFor();
    expect(await first.isChecked()).toBe(false);

    await page.getByLabel('Search bots').fill('bot-');
    await page.getByRole('button', { name: 'Select all 3' }).click();
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch Merge customers on for 3 bots?' });
    await dialog.getByText('This tool can change data.').waitFor();
    await checkAccess();
    await dialog.getByRole('button', { name: 'Switch on for 3' }).click();
    await page.getByText('Switched on for 3 bots, not for 0.').waitFor();
    expect(await users()).toEqual(['bot-1', 'bot-2', 'bot-3', 'support']);
    await checkAccess();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Used by 1' }).waitFor();
    expect(await users()).toEqual(['support']);
  });

  test('a change that fails is told at its row', async () => {
    const { host: _, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: '/tools/crm_wait/bots', expectedErrors: /500/ });
    await page.route('**/api/v1/bots/sales/loadout', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"detail":"The disk is full."}' }),
    );
    await page.getByRole('switch', { name: 'Sales sales' }).press('Space');
    await page.getByText('Not saved: The host failed at this.').waitFor();
    expect(await page.getByRole('switch', { name: 'Sales sales' }).isChecked()).toBe(false);
    await checkAccess();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Not saved').waitFor({ state: 'detached' });
  });

  test('a name that nobody lists any more is removed from the bots that have it, and the focus goes to the next', async () => {
    const old = createChanging([ticketTool]);
    const { host, ...rest } = await startPageHost({ companions: { '@acme/old': old.module } });
    for (const bot of ['support', 'sales']) await host.assign(bot, ['tickets']);
    old.list = [];
    await host.refresh('@acme/old');
    const opened = { language: 'de', scheme: 'dark', viewport: phone, path: '/tools/tickets/bots' } as const;
    const { page, checkAccess } = await openPage(rest, opened);

    await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
    await page.getByText('2 Bots haben es noch').waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.getByRole('button', { name: 'Entfernen: Sales' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 Bot hat es noch').waitFor();
    const next = page.getByRole('button', { name: 'Entfernen: Support' });
    await next.waitFor();
    await expect.poll(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await host.show('sales')).assignments).toEqual([]);
  });

  test('a viewer sees which bots have it, and switches nothing', async () => {
    const { host, ...rest } = await startPageHost();
    const { secret } = await host.tokens.create({ name: 'Ana', role: 'viewer' });
    const { page, checkAccess } = await openPage(rest, { token: secret, path: '/tools/crm_lookup/bots' });

    await page.getByRole('link', { name: 'Support' }).waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('tab', { name: 'Playground' }).count()).toBe(0);
    await checkAccess();
  });
});
