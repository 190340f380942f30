import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createChanging } from './builders/changing-companion.js';
import { describePage, openPage, phone } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

const apis = ['chat', 'responses', 'anthropic', 'gemini'] as const;

const ticketTool = {
  name: 'tickets',
  label: 'Tickets',
  description: 'Finds tickets.',
  schema: { type: 'object', properties: { number: { type: 'string' } } },
  policy: { readOnly: true },
  systemPromptInstructions: 'Ask for the number of the ticket first.',
};

describePage('the preview', () => {
  test('shows what each model API gets to the last character, with its hash, to copy and to keep', async () => {
    const { host, ...rest } = await startPageHost();
    await host.assign('support', ['hostile']);
    const { page, context, checkAccess } = await openPage(rest, { path: '/bots/support/preview' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);

    await page.getByText('Without a model this is the array in the form of MCP.').waitFor();
    await checkAccess();
    for (const api of apis) {
      await page.getByLabel('Model API').selectOption(api);
      const { toolsJson } = await host.show('support', { model: { api } });
      const digest = createHash('sha256').update(toolsJson).digest('hex');
      await page.getByText(digest).waitFor();
      expect(page.url()).toContain(`api=${api}`);
      const inLines = await page.getByRole('region', { name: 'Tool array' }).textContent();
      expect(JSON.parse((inLines ?? '').replaceAll('U+202E', '\u202e').replaceAll('U+001B', '\u001b'))).toEqual(
        JSON.parse(toolsJson),
      );
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as sent' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`support-${api}-tools.json`);
      expect(await readFile(await download.path(), 'utf8')).toBe(toolsJson);
      await page.getByRole('button', { name: 'Copy as sent' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(toolsJson);
      await page.getByRole('button', { name: 'Copy as sent' }).waitFor();
    }
    await page.getByText('As sent', { exact: true }).click();
    await page.getByText('[{"functionDeclarations"').waitFor();
    await checkAccess();
  });

  test('lists what is withheld with what helps, and what each tool takes', async () => {
    const old = createChanging([ticketTool]);
    const { host, ...rest } = await startPageHost({ companions: { '@acme/old': old.module } });
    await host.decisions.set('instructions-allowed', '@acme/old', true);
    await host.assign('support', ['tickets']);
    const { page, visit, checkAccess } = await openPage(rest, { path: '/bots/support/preview?part=prompt' });

    await page.getByText('Ask for the number of the ticket first.').waitFor();
    await page.getByRole('heading', { name: 'Withheld: 1' }).waitFor();
    await checkAccess();
    const { tokens, rows } = await host.listTools('support');
    await page.getByRole('heading', { name: `Tokens: ≈ ${tokens}` }).waitFor();
    const ofLookup = rows.find(({ name }) => name === 'crm_lookup')?.tokens;
    await page.getByRole('row', { name: `Customer record crm_lookup ≈ ${ofLookup}` }).waitFor();
    await page.getByRole('link', { name: 'Enter API key for Sales report' }).click();
    await page.waitForURL(/\/tools\/crm_report\/settings\?field=apiKey/);

    old.list = [];
    await host.refresh('@acme/old');
    await visit('/bots/support/preview');
    await page.getByText(/^Absent since/).waitFor();
    await page.getByRole('button', { name: 'Remove Tickets from the loadout of Support' }).click();
    await page.getByRole('heading', { name: 'Withheld: 1' }).waitFor();
    expect((await host.show('support')).assignments.map(({ toolName }) => toolName)).not.toContain('tickets');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Withheld: 2' }).waitFor();
  });

  test('compares what two contexts get, and keeps both in the address', async () => {
    const { host, ...rest } = await startPageHost({
      companions: {
        '@acme/desk': createChanging([{ ...ticketTool, visibleIn: { allowedComponents: ['chat'] } }]).module,
      },
    });
    await host.decisions.set('instructions-allowed', '@acme/desk', true);
    await host.assign('support', ['tickets']);
    const { page, visit, checkAccess } = await openPage(rest, { path: '/bots/support/preview?api=responses' });

    await page.getByRole('tab', { name: 'Difference' }).click();
    await page.getByText('Choose another context').waitFor();
    await checkAccess();
    const second = page.getByRole('group', { name: 'Compare with' });
    await second.getByLabel('Model API').selectOption('responses');
    await page.getByText('The model gets the same in both.').waitFor();
    await second.getByLabel('Model API').selectOption('anthropic');
    await page.getByText('0 tools only in one · 4 sent differently · 1 the same').waitFor();
    await page.getByRole('button', { name: /^Merge customers/ }).click();
    const list = page.getByRole('list', { name: 'Differences of crm_merge' });
    await list.getByText('schema.additionalProperties').waitFor();
    await list.getByText('Removed').first().waitFor();
    await checkAccess();

    // Another component is not offered what is only for chat, and does not get its part of the prompt.
    await visit('/bots/support/preview?part=difference&api=responses&with=component%3Dassistant%26api%3Dresponses');
    await page
      .getByRole('region', { name: 'Only in the context above' })
      .getByText('Tickets', { exact: true })
      .waitFor();
    await page.getByText('Not for this component').waitFor();
    await page.getByRole('heading', { name: 'Another part of the prompt' }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await page.getByText('Choose another context').waitFor();
    expect(page.url()).not.toContain('with=');
  });

  test('says in German on a phone that the model gets nothing, and why', async () => {
    const { host, ...rest } = await startPageHost();
    const opened = { language: 'de', scheme: 'dark', viewport: phone, path: '/bots/sales/preview' } as const;
    const { page, visit, checkAccess } = await openPage(rest, opened);

    await page.getByText('Das Modell bekommt keine Werkzeuge').waitFor();
    await page.getByText('Für diesen Bot ist nichts eingeschaltet.').waitFor();
    await checkAccess();
    await host.assign('sales', ['crm_report']);
    await page.getByText('Alles, was eingeschaltet ist, wird zurückgehalten.').waitFor();
    await page.getByText('Zuerst „API key“ eintragen').waitFor();
    await checkAccess();
    await visit('/bots/support/preview?api=gemini&confidence=LOW&part=difference&with=api%3Dchat');
    await page.getByText(/anders gesendet/).waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });

  test('a reading that fails says so in its place, and is tried again', async () => {
    const { host: _, ...rest } = await startPageHost();
    const { page, visit, checkAccess } = await openPage(rest, { expectedErrors: /500/ });
    await page.route('**/api/v1/bots/support/loadout*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"detail":"Broken.","errorId":"e1"}',
      }),
    );
    await visit('/bots/support/preview');
    await page.getByText('What the model would get could not be read.').waitFor({ timeout: 20_000 });
    await page.getByText('e1').waitFor();
    await checkAccess();
    await page.unroute('**/api/v1/bots/support/loadout*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Tool array' }).waitFor();
  });
});
