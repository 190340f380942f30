import { expect, test } from 'vitest';
import { describePage, type OpenedPage, type OpenOptions, openPage, phone } from './builders/open-page.js';
import { createSimple } from './builders/page-tools.js';
import { createRich } from './builders/rich-tool.js';
import { type PageHost, type PageHostOptions, startPageHost } from './builders/start-page-host.js';

/** Opens the playground of a tool. */
async function openPlayground(
  tool: string,
  { host: given, ...options }: OpenOptions & { readonly host?: PageHostOptions } = {},
): Promise<OpenedPage & { readonly host: PageHost }> {
  const host = await startPageHost(given);
  await host.host.assign('support', ['crm_wait', 'hostile', tool]);
  const opened = await openPage(host, options);
  await opened.page.goto(`${host.url}/tools/${encodeURIComponent(tool)}/playground`);
  await opened.page.getByRole('combobox', { name: /Run as|Ausführen als/ }).waitFor();
  return { ...opened, host };
}

describePage('the playground', () => {
  test('a form is filled in, the call runs, and its result, trace and the call from elsewhere are shown', async () => {
    const { page, checkAccess } = await openPlayground('crm_lookup');

    await page.getByLabel('Customer number').fill('4711');
    await checkAccess();
    await page.getByRole('checkbox', { name: 'Include orders' }).check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Ada Lovelace').waitFor();
    await page.getByText('Success').first().waitFor();
    await checkAccess();
    // What is shown as a form is the same value as JSON.
    await page.getByText('JSON', { exact: true }).click();
    expect(JSON.parse(await page.getByRole('textbox', { name: 'Arguments' }).inputValue())).toEqual({
      customer: '4711',
      orders: true,
    });
    await checkAccess();

    await page.getByRole('tab', { name: 'Raw' }).click();
    await page.getByText('"executed": "yes"').waitFor();
    await page.getByRole('tab', { name: 'Trace' }).click();
    await page.getByRole('link', { name: 'See the whole turn' }).waitFor();
    await checkAccess();
    await page.getByRole('tab', { name: 'Call as' }).click();
    await page.getByText(/Bearer \$LOADOUT_TOKEN/).waitFor();
    await page.getByRole('tab', { name: 'Command line' }).click();
    await page.getByText(`loadout call support crm_lookup '{"customer":"4711","orders":true}'`).waitFor();
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByText(/createClient\(/).waitFor();
    await checkAccess();
  });

  test('leaving while a call runs asks; whoever comes back sees how the last call ended', async () => {
    const { page, checkAccess } = await openPlayground('crm_wait');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the call' }).waitFor();
    await page.getByRole('link', { name: 'Traces' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave and cancel the call?' });
    await dialog.waitFor();
    await checkAccess();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Cancel the call' }).waitFor();
    await page.getByRole('link', { name: 'Traces' }).first().click();
    await dialog.getByRole('button', { name: 'Leave and cancel the call' }).click();
    await page.getByRole('heading', { level: 1, name: 'Traces' }).waitFor();
    await page.goBack();
    await page.getByText('You cancelled the call. Its trace says whether it ran.').waitFor();
    await page.getByRole('tab', { name: 'Trace' }).click();
    await page.getByRole('link', { name: 'See the whole turn' }).waitFor();
  });

  test('whoever comes from a bot stays with it on the tabs of the tool', async () => {
    const { page, host, visit } = await openPlayground('crm_lookup');
    await host.host.assign('sales', ['crm_lookup']);

    await visit('/bots/sales/loadout?tool=crm_lookup');
    await page.getByRole('link', { name: 'Open the page of the tool' }).click();
    await page.getByRole('tab', { name: 'Playground' }).click();
    const as = page.getByRole('combobox', { name: 'Run as' });
    await expect.poll(() => as.inputValue()).toContain('(sales)');
  });

  test('what does not fit is said at its field, which has the focus', async () => {
    const { page, checkAccess } = await openPlayground('crm_lookup');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The call did not run. What to enter stands beside the arguments.').waitFor();
    expect(await page.getByText(/[Ii]nvalid/).count()).toBe(0);
    expect(await page.getByText('The call did not work.').count()).toBe(0);
    const field = page.getByLabel('Customer number');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    const described = await field.getAttribute('aria-describedby');
    const texts = await page.evaluate(
      (ids) => ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
      (described ?? '').split(' '),
    );
    expect(texts).toMatch(/missing/);
    await checkAccess();
  });

  test('text, a table, an image and structured content are shown; nothing is loaded from elsewhere', async () => {
    const { page, checkAccess } = await openPlayground('crm_files');

    await page.getByText('This tool takes no arguments.').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { name: 'Report' }).waitFor();
    await page.getByRole('cell', { name: '1', exact: true }).waitFor();
    await page.getByRole('img', { name: 'Image from the tool' }).waitFor();
    const tree = page.getByRole('tree', { name: 'Structured content' });
    await tree.waitFor();
    const link = page.getByRole('link', { name: 'site' });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByText('(example.org)').waitFor();
    await checkAccess();

    // The tree is walked by keys, and there is a text beside it.
    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => tree.getByRole('treeitem').first().getAttribute('aria-expanded')).toBe('false');
    await page.getByRole('radiogroup', { name: 'View of Structured content' }).getByText('Text').click();
    await page.getByText('"total": 6').waitFor();
    await checkAccess();
  });

  test('what the form cannot show stays in the value, and is said not to fit by the host', async () => {
    const { page } = await openPlayground('crm_lookup');

    await page.getByText('JSON', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Arguments' }).fill('{"customer": "1", "odd": [true]}');
    await page.getByText('Form', { exact: true }).click();
    await page.getByLabel('Customer number').fill('2');
    await page.getByText('JSON', { exact: true }).click();
    expect(JSON.parse(await page.getByRole('textbox', { name: 'Arguments' }).inputValue())).toEqual({
      customer: '2',
      odd: [true],
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').getByText('/odd: ').waitFor();
  });

  test('sound, links and files of a result are shown or named; what could act is neither', async () => {
    const { page, checkAccess } = await openPlayground('rich', {
      host: { companions: { '@acme/rich': createRich } },
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('audio[aria-label="Sound from the tool"]').waitFor();
    await page.getByText('image/svg+xml, 12 B. It is not shown here.').waitFor();
    expect(await page.getByRole('link', { name: 'Manual' }).getAttribute('href')).toBe(
      'https://example.org/manual.pdf',
    );
    expect(await page.getByRole('link', { name: 'Local' }).count()).toBe(0);
    await page.getByText('file:///etc/passwd').first().waitFor();
    await page.getByText('application/pdf, 6 B. It is not shown here.').waitFor();
    await checkAccess();
  });

  test('a tool that is withheld says why before it is run, and where to change that', async () => {
    const { page, checkAccess } = await openPlayground('crm_report');

    await page.getByText('Withheld from Support: Setting missing').waitFor();
    await page.getByRole('link', { name: 'See the settings of the tool' }).waitFor();
    await checkAccess();
  });

  test('a date is picked or typed, and is sent as a date', async () => {
    const { page, checkAccess } = await openPlayground('crm_lookup');

    await page.getByLabel('Customer number').fill('1');
    await page.getByRole('textbox', { name: 'Orders since' }).click();
    await page.getByRole('table').waitFor();
    await checkAccess();
    await page.getByRole('textbox', { name: 'Orders since' }).fill('2026-05-03');
    await page.keyboard.press('Tab');
    await page.getByRole('tab', { name: 'Call as' }).click();
    await page.getByText('"since":"2026-05-03"').waitFor();
  });

  test('a host that closes ends the call and tells so; one that does not answer is said', async () => {
    const { page, host, checkAccess } = await openPlayground('crm_wait', { expectedErrors: /ERR_|Failed to load/ });

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('half way').waitFor();
    await host.close();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The call did not work.').waitFor();
    await page.getByText('The host does not answer.').waitFor();
    await checkAccess();
  });

  test('an error of the tool is shown with its id, which leads to the log', async () => {
    const { page, checkAccess } = await openPlayground('crm_fail');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(/The service of the customers does not answer\. \(error /).waitFor();
    await checkAccess();
  });

  test('a call reports its progress and is cancelled', async () => {
    const { page, checkAccess } = await openPlayground('crm_wait');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('half way').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    await checkAccess();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await page.getByText('You cancelled the call.').waitFor();
    await page.getByRole('tab', { name: 'Trace' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
  });

  test('where the policy wants it, the call asks first: sensitive arguments are masked, a denial is told with its reason', async () => {
    const { page, checkAccess } = await openPlayground('crm_merge');

    await page.getByText('This tool can delete or overwrite data.').waitFor();
    await page.getByLabel('from').fill('Ada');
    await page.getByLabel('into').fill('Bob');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Allow Merge customers?').waitFor();
    await page.getByText('"from": "[masked]"').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Deny: Merge customers' }).click();
    await page.getByLabel('Reason for the model').fill('Not these two.');
    await checkAccess();
    await page.getByRole('button', { name: 'Deny the call' }).click();
    await page.getByText(/Reason: Not these two\./).waitFor();
    await page.getByText('Blocked').first().waitFor();

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Allow once: Merge customers' }).click();
    await page.getByText('Merged.').waitFor();
    // The earlier run is filled in again.
    await page.getByLabel('into').fill('Eve');
    await page.getByRole('button', { name: 'Earlier runs' }).click();
    await page.getByRole('menuitem').first().click();
    await expect.poll(() => page.getByLabel('into').inputValue()).toBe('Bob');
  });

  test('a bot without the tool is told of, and gets it here; the address says as whom', async () => {
    const { page, host, checkAccess } = await openPlayground('crm_lookup');

    await page.goto(`${host.url}/tools/crm_lookup/playground?as=sales`);
    await page.getByText('Sales does not have this tool.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Switch on for Sales' }).click();
    await expect.poll(() => page.getByText('Sales does not have this tool.').count()).toBe(0);
    await page.getByLabel('Customer number').fill('1');
    await page.keyboard.press('Enter');
    await page.getByText('Ada Lovelace').waitFor();
    expect(page.url()).toContain('as=sales');
  });

  test('a call is made as another component and for a lower level, which the address and the snippets say', async () => {
    const { page, host, checkAccess } = await openPlayground('crm_lookup');
    await page.goto(`${host.url}/tools/crm_lookup/playground?as=support&component=assistant`);
    await page.getByLabel('Level of the model provider').selectOption('LOW');
    await page.waitForURL(/component=assistant.*confidence=LOW/);
    expect(await page.getByLabel('Component', { exact: true }).inputValue()).toBe('assistant');
    await checkAccess();
    await page.getByLabel('Customer number').fill('1');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/calls'));
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({ component: 'assistant', confidence: 'LOW' });
    await page.getByRole('tab', { name: 'Call as' }).click();
    await page.getByText('"component":"assistant","confidence":"LOW"').waitFor();
  });

  test('names, results and Markdown that try to act are shown inert', async () => {
    const { page, checkAccess } = await openPlayground('hostile');

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('javascript:alert(3)').waitFor();
    await page.getByText('https://tracker.example/x.png').waitFor();
    expect(await page.locator('a[href^="javascript:"], img[src*="tracker"], main script, [onclick]').count()).toBe(0);
    await checkAccess();
  });

  test('branches have titles, other shapes are entered as JSON, and what cannot be drawn is JSON alone', async () => {
    const shapes = {
      name: 'shapes',
      description: 'Shapes.',
      schema: {
        type: 'object',
        properties: {
          where: {
            anyOf: [
              { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
              { type: 'object', properties: { kind: { const: 'point' }, at: { type: 'number' } }, required: ['kind'] },
            ],
          },
          id: { type: ['string', 'integer'] },
          anything: {},
          tags: { type: 'array', items: { type: 'string' } },
          nested: { type: 'object', title: 'Nested', properties: { deep: { type: 'boolean' } } },
        },
      },
      policy: { readOnly: true },
    };
    const endless = {
      name: 'endless',
      description: 'Nodes in nodes.',
      schema: {
        type: 'object',
        properties: { node: { $ref: '#/$defs/node' } },
        $defs: { node: { type: 'object', properties: { inner: { $ref: '#/$defs/node' } } } },
      },
    };
    const { page, host, checkAccess } = await openPlayground('shapes', {
      host: { companions: { '@acme/shapes': () => createSimple([shapes, endless] as never) } },
    });
    await page.getByRole('combobox', { name: 'Kind of where' }).click();
    await page.getByRole('option', { name: 'kind: point' }).click();
    await page.getByLabel('anything (JSON)').fill('{"a": [1]}');
    await page.getByRole('button', { name: 'Add to tags' }).click();
    await page.getByRole('group', { name: 'tags' }).getByRole('textbox').fill('new');
    await page.getByRole('checkbox', { name: 'deep' }).check();
    await checkAccess();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('JSON', { exact: true }).click();
    const sent = JSON.parse(await page.getByRole('textbox', { name: 'Arguments' }).inputValue()) as Record<
      string,
      unknown
    >;
    expect(sent).toEqual({ where: { kind: 'point' }, anything: { a: [1] }, tags: ['new'], nested: { deep: true } });
    await page.getByRole('tab', { name: 'Raw' }).click();
    await page.getByText('"executed": "yes"').waitFor();
    await page.goto(`${host.url}/tools/endless/playground`);
    await page.getByText('the schema is nested too deeply').waitFor();
    await page.getByRole('textbox', { name: 'Arguments' }).fill('{');
    await page.getByText('This cannot be read as JSON yet.').first().waitFor();
    await checkAccess();
  });

  test('in German and on a phone, in the dark', async () => {
    const { page, checkAccess } = await openPlayground('crm_lookup', {
      language: 'de',
      scheme: 'dark',
      viewport: phone,
    });

    await page.getByLabel('Customer number').fill('1');
    await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
    await page.getByText('Erfolg').first().waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
