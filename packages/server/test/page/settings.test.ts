import type { Host } from '@loadout/core';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, desktop, openPage, phone } from './builders/open-page.js';
import { createSimple } from './builders/page-tools.js';
import { look } from './builders/read-loadout.js';
import { type PageHostOptions, startPageHost } from './builders/start-page-host.js';

const report = '/tools/crm_report/settings';

/** A tool with a field of every kind. */
const kinds = createKinds();

function createKinds() {
  const schema = { type: 'object', properties: {}, additionalProperties: false };
  return {
    name: 'every_kind',
    label: { en: 'Every kind', de: 'Alle Arten' },
    description: 'Has settings of every kind.',
    schema,
    settingsSchema: {
      type: 'object',
      properties: {
        address: {
          type: 'string',
          title: { en: 'Address', de: 'Adresse' },
          format: 'uri',
          default: 'https://a.example',
        },
        greeting: { type: 'string', title: 'Greeting', maxLength: 2_000, description: 'Said <b>first</b>.' },
        since: { type: 'string', title: 'Since', format: 'date' },
        strict: { type: 'boolean', title: 'Strict' },
        ratio: { type: 'number', title: 'Ratio', minimum: 0, maximum: 1, default: 0.5 },
        names: { type: 'array', title: 'Names', items: { type: 'string' } },
        levels: { type: 'array', title: 'Levels', items: { type: 'string', enum: ['low', 'high'] } },
        ports: { type: 'array', title: 'Ports', items: { type: 'integer' }, default: [80] },
      },
      required: ['greeting'],
    },
    policy: { readOnly: true },
  } as const;
}

const withKinds: PageHostOptions = {
  companions: { '@acme/kinds': () => createSimple([kinds as never]) },
};

const settingOf = async (host: Host, field: string, bot?: string, tool = 'crm_report') => {
  const { fields } = await host.settings.explain(tool, bot === undefined ? {} : { bot });
  const found = fields.find((one) => one.field === field);
  return [found?.value, found?.layer];
};

const save = (page: Page): Promise<void> => page.getByRole('button', { name: /^(Save|Speichern)$/ }).click();
const field = (page: Page, id: string): Locator => page.locator(`#setting-${id}`);

async function checkWidth(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

describePage('the settings of a tool', () => {
  test('the link of a missing setting leads to its field, and the keyboard alone saves it', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: '/bots/support/loadout' });

    await page
      .getByRole('link', { name: /^Enter .*API key/ })
      .first()
      .click();
    await page.waitForURL(/field=apiKey/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-apiKey');
    await checkAccess();
    await look(page, 'settings-missing');
    await page.keyboard.type('short');
    await page.getByText('It has fewer than 8 characters').waitFor();
    await page.keyboard.press('Enter');
    // The schema wants eight; nothing was sent, and the focus is where something is to be done.
    await page.getByText('Enter at least 8 characters.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-apiKey');
    await checkAccess();
    await page.keyboard.type('-and-long-enough');
    await page.keyboard.press('Enter');
    await page.getByText('The change is saved.').waitFor();
    await expect.poll(() => settingOf(host, 'apiKey')).toEqual(['[secret]', 'operator']);
    expect(await page.content()).not.toContain('long-enough');
    await page.getByText('Set', { exact: true }).first().waitFor();
    expect(await page.getByText('Required, and not set').count()).toBe(0);
    await checkAccess();
    await look(page, 'settings-set');
  });

  test('fields are changed together, discarded, refused at the field, and taken back to the layer below', async () => {
    const { host, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: report });

    await field(page, 'pages').fill('5');
    await field(page, 'note').fill('x');
    await page.getByText('2 changes', { exact: true }).waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await field(page, 'pages').inputValue()).toBe('2');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-pages');
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);

    await field(page, 'pages').fill('99');
    await field(page, 'note').fill('Quarterly');
    await save(page);
    await page.getByText('Enter 9 or less.').waitFor();
    expect(await field(page, 'pages').getAttribute('aria-invalid')).toBe('true');
    expect(await settingOf(host, 'note')).toEqual([null, null]);
    await checkAccess();
    await look(page, 'settings-field-error');
    await field(page, 'pages').fill('7');
    await save(page);
    await page.getByText('2 changes are saved.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('2 changes are saved.');
    expect(await settingOf(host, 'pages')).toEqual([7, 'operator']);
    expect(await settingOf(host, 'note')).toEqual(['Quarterly', 'operator']);

    await field(page, 'region').click();
    await page.getByRole('option', { name: 'us' }).click();
    await save(page);
    await expect.poll(() => settingOf(host, 'region')).toEqual(['us', 'operator']);

    await page.getByRole('button', { name: /layers of Pages/ }).click();
    const layers = page.getByRole('table', { name: /Layers of Pages/ });
    expect(await layers.getByRole('row').allTextContents()).toEqual([
      'LayerValueEffect',
      'Locked by the organisationsays nothing',
      'Operator, for all bots7Counts',
      'Configuration of the hostsays nothing',
      'Settings of the companionsays nothing',
      'Default of the organisationsays nothing',
      'Default of the schema2Hidden',
    ]);
    await checkAccess();
    await look(page, 'settings-layers');
    await page.getByRole('button', { name: 'Use the layer below: Pages' }).click();
    await page.getByText('Not saved yet: then from the default of the schema').waitFor();
    expect(await field(page, 'pages').inputValue()).toBe('2');
    await save(page);
    await expect.poll(() => settingOf(host, 'pages')).toEqual([2, 'schema-default']);
  });

  test('a bot has values of its own over those for all, and a blank that hides them says so', async () => {
    const { host, ...rest } = await startPageHost();
    await host.settings.set('crm_report', 'note', 'for all');
    await host.settings.set('crm_report', 'apiKey', 'the-key-for-all-bots');
    const { page, checkAccess } = await openPage(rest, { path: report });

    await page.getByRole('combobox', { name: 'Settings for' }).click();
    await page.getByRole('option', { name: /Support/ }).click();
    await page.waitForURL(/as=support/);
    await expect.poll(() => field(page, 'note').inputValue()).toBe('for all');
    await page.getByText('From the operator, for all bots').first().waitFor();
    await field(page, 'note').fill('');
    await page.getByText('Empty, this hides “for all” from the operator, for all bots').waitFor();
    await page.getByRole('button', { name: 'Set one for Support: API key' }).click();
    await field(page, 'apiKey').fill('the-key-of-support');
    await checkAccess();
    await save(page);
    await page.getByText('2 changes are saved.').waitFor();
    expect(await settingOf(host, 'note', 'support')).toEqual([null, null]);
    expect(await settingOf(host, 'apiKey', 'support')).toEqual(['[secret]', 'bot-override']);
    await page.getByText('Empty, this hides “for all”').waitFor();
    await look(page, 'settings-of-bot');

    await page.getByRole('button', { name: 'Use the layer below: Note' }).click();
    await save(page);
    await expect.poll(() => settingOf(host, 'note', 'support')).toEqual(['for all', 'operator']);
    await page.getByRole('button', { name: 'Delete API key' }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await checkAccess();
    await dialog.getByRole('button', { name: 'Delete secret' }).click();
    await expect.poll(() => settingOf(host, 'apiKey', 'support')).toEqual(['[secret]', 'operator']);
    await page.getByRole('button', { name: 'Set one for Support: API key' }).waitFor();

    // A bot without the tool has no settings of it to be changed.
    await page.goto(`${rest.url}${report}?as=sales`);
    await page.getByText('Sales does not have this tool.').waitFor();
    await page.getByText('API key', { exact: true }).waitFor();
    expect(await page.locator('form input').count()).toBe(0);
    await page.goto(`${rest.url}${report}?as=nobody`);
    await page.getByText('There is no bot nobody').waitFor();
    await checkAccess();
  });

  test('what somebody else changed meanwhile is shown with what was entered here, and nothing is overwritten unseen', async () => {
    const { host, ...rest } = await startPageHost();
    const ana = await host.tokens.create({ name: 'Ana', role: 'operator' });
    const { page, checkAccess } = await openPage(rest, { path: report });
    const other = await openPage(rest, { path: report, token: ana.secret });
    await field(other.page, 'note').waitFor();

    await field(page, 'note').fill('mine');
    await field(page, 'pages').fill('3');
    await field(other.page, 'note').fill('theirs');
    await field(other.page, 'pages').fill('4');
    await save(other.page);
    await other.page.getByText('2 changes are saved.').waitFor();
    await page.getByText('Ana changed this while you were editing.').first().waitFor();
    await page.getByText('Theirs: theirs').waitFor();
    await page.getByText('Yours: mine').waitFor();
    await checkAccess();
    await look(page, 'settings-conflict');
    await save(page);
    await page.getByText('Choose which counts.').waitFor();
    expect(await settingOf(host, 'note')).toEqual(['theirs', 'operator']);

    await page.getByRole('button', { name: 'Apply mine: Note' }).click();
    await page.getByRole('button', { name: 'Keep theirs: Pages' }).click();
    expect(await field(page, 'pages').inputValue()).toBe('4');
    await save(page);
    await expect.poll(() => settingOf(host, 'note')).toEqual(['mine', 'operator']);
    expect(await settingOf(host, 'pages')).toEqual([4, 'operator']);
    // What nobody edits there is simply read again.
    await expect.poll(() => field(other.page, 'note').inputValue()).toBe('mine');
    expect(await other.page.getByText('while you were editing').count()).toBe(0);
  });

  test('leaving asks once before something is lost', async () => {
    const { host: _, ...rest } = await startPageHost();
    const { page, checkAccess } = await openPage(rest, { path: report });
    await field(page, 'note').fill('typed');

    await page.getByRole('tab', { name: 'About' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('One change would be lost.').waitFor();
    await checkAccess();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await field(page, 'note').inputValue()).toBe('typed');
    await page.getByRole('combobox', { name: 'Settings for' }).click();
    await page.getByRole('option', { name: /Support/ }).click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    // The language of the page is no leaving.
    await page.getByText('DE', { exact: true }).click();
    await page.getByRole('button', { name: 'Speichern' }).waitFor();
    expect(await field(page, 'note').inputValue()).toBe('typed');
    await page.getByRole('tab').first().click();
    await dialog.getByRole('button', { name: 'Ohne Speichern verlassen' }).click();
    await page.waitForURL(/\/tools\/crm_report$/);
    expect(await dialog.count()).toBe(0);
  });

  test('fields of every kind are entered with what fits them', async () => {
    const { host, ...rest } = await startPageHost(withKinds);
    await host.assign('support', ['every_kind']);
    const tool = 'every_kind';
    const { page, checkAccess } = await openPage(rest, { path: `/tools/${tool}/settings`, expectedErrors: /400/ });

    await page.getByText('Said <b>first</b>.').waitFor();
    await checkAccess();
    await field(page, 'greeting').fill('Hello\nthere');
    await field(page, 'since').fill('2026-05-03');
    await page.getByRole('radiogroup', { name: 'Strict' }).getByRole('radio', { name: 'No' }).click();
    await field(page, 'ratio').fill('0.25');
    await field(page, 'names').fill('Ada, Lovelace');
    await field(page, 'names').press('Enter');
    await field(page, 'names').fill('Bob');
    await field(page, 'names').press('Enter');
    await field(page, 'levels').click();
    await page.getByRole('option', { name: 'high' }).click();
    await page.keyboard.press('Escape');
    await field(page, 'ports').fill('[80, ');
    await save(page);
    await page.getByText('Repair the JSON first.').or(page.getByText('cannot be read as JSON yet')).first().waitFor();
    await field(page, 'ports').fill('[80, 443]');
    await checkAccess();
    await look(page, 'settings-kinds');
    await save(page);
    await page.getByText('7 changes are saved.').waitFor();
    const { fields } = await host.settings.explain(tool);
    expect(Object.fromEntries(fields.map((one) => [one.field, one.value]))).toEqual({
      address: 'https://a.example',
      greeting: 'Hello\nthere',
      since: '2026-05-03',
      strict: false,
      ratio: 0.25,
      names: ['Ada, Lovelace', 'Bob'],
      levels: ['high'],
      ports: [80, 443],
    });

    // What the host says stands at the field: it refuses what the page let pass.
    await field(page, 'ports').fill('["x"]');
    await save(page);
    await expect.poll(() => field(page, 'ports').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('setting-ports');
  });

  test('what the organisation locks is text with why and whom to ask, in German and dark on a phone', async () => {
    const { host, ...rest } = await startPageHost({
      options: {
        organisation: {
          settings: [
            { tool: 'crm_report', field: 'region', value: 'eu', reason: 'Datenschutz', contact: 'it@example.org' },
            { tool: 'crm_report', field: 'note', value: 'Vorgabe', allowUserOverride: true, reason: 'Üblich' },
          ],
        } as never,
      },
    });
    const opened = { path: `${report}?as=support`, language: 'de', scheme: 'dark', viewport: phone } as const;
    const { page, checkAccess } = await openPage(rest, opened);

    await page.getByText('Von der Organisation').first().waitFor();
    await page.getByText('Datenschutz').first().waitFor();
    await page.getByText('Ansprechstelle: it@example.org').waitFor();
    expect(await page.locator('input#setting-region').count()).toBe(0);
    await page.getByText('Aus: Vorgabe der Organisation').waitFor();
    expect(await field(page, 'note').inputValue()).toBe('Vorgabe');
    await page.getByRole('button', { name: /Ebenen?: Note/ }).click();
    await page.getByText('Üblich').waitFor();
    await checkAccess();
    await checkWidth(page, phone.width);
    await look(page, 'settings-phone-locked');
    if (process.env.LOADOUT_SHOTS)
      await page.screenshot({ path: `${process.env.LOADOUT_SHOTS}/full.png`, fullPage: true });
    await field(page, 'pages').fill('12');
    await save(page);
    await page.getByText('9 oder weniger eingeben.').waitFor();
    await checkAccess();
    await checkWidth(page, phone.width);
    await look(page, 'settings-phone-error');
    await field(page, 'pages').fill('3');
    await save(page);
    await expect.poll(() => settingOf(host, 'pages', 'support')).toEqual([3, 'bot-override']);
  });

  test('a viewer sees values and layers, and nothing to change them with', async () => {
    const { host, ...rest } = await startPageHost();
    await host.settings.set('crm_report', 'apiKey', 'the-key-of-the-service');
    const { secret } = await host.tokens.create({ name: 'Vic', role: 'viewer' });
    const { page, checkAccess } = await openPage(rest, { path: `${report}?field=apiKey`, token: secret });

    await page.getByText('Set', { exact: true }).waitFor();
    expect(await page.locator('form input, form textarea').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Save|Replace|Delete|Use the layer/ }).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-apiKey');
    await checkAccess();
    await look(page, 'settings-viewer');
  });

  test('a tool without settings, one that nobody lists, and a host that fails are said', async () => {
    const { host, ...rest } = await startPageHost(withKinds);
    await host.assign('support', ['every_kind']);
    const { page, checkAccess, visit } = await openPage(rest, {
      path: '/tools/crm_files/settings',
      viewport: desktop,
      expectedErrors: /50\d|404|ERR_FAILED/,
    });
    await page.getByText('This tool has no settings').waitFor();
    await checkAccess();

    await visit('/tools/every_kind/settings?field=nothing_such');
    await page.getByText('There is no setting nothing_such.').waitFor();
    await page.route('**/api/v1/tools/*/settings/greeting*', (route) => route.abort());
    await field(page, 'greeting').fill('Hello');
    await save(page);
    await page.getByText('Not everything is saved.').waitFor();
    expect(await field(page, 'greeting').inputValue()).toBe('Hello');
    await checkAccess();
    await page.unroute('**/api/v1/tools/*/settings/greeting*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The change is saved.').waitFor();

    await page.route('**/api/v1/tools/*/settings?*', (route) => route.abort());
    await visit('/tools/every_kind/settings');
    await page.getByText('The settings could not be read.').waitFor();
    await checkAccess();
    await page.unroute('**/api/v1/tools/*/settings?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await field(page, 'greeting').waitFor();
  });

  test('settings of a tool that is absent are those that are known last', async () => {
    const listed = { tools: [kinds as never] };
    const { host, ...rest } = await startPageHost({
      companions: { '@acme/kinds': () => createSimple(listed.tools) },
    });
    await host.assign('support', ['every_kind']);
    listed.tools.length = 0;
    await host.refresh('@acme/kinds');
    const { page, checkAccess } = await openPage(rest, { path: '/tools/every_kind/settings' });
    await field(page, 'greeting').fill('For later');
    await save(page);
    await page.getByText('The change is saved.').waitFor();
    expect(await settingOf(host, 'greeting', undefined, '@acme/kinds#every_kind')).toEqual(['For later', 'operator']);
    await checkAccess();
    await look(page, 'settings-absent');
  });

  test('a name that several owners have is told apart by its owner', async () => {
    const { host, ...rest } = await startPageHost({
      companions: {
        '@acme/kinds': () => createSimple([kinds as never]),
        '@other/kinds': () => createSimple([kinds as never]),
      },
    });
    const { page, checkAccess } = await openPage(rest, { path: '/tools/every_kind/settings' });
    await field(page, 'greeting').fill('Hello');
    await save(page);
    await page.getByText('The change is saved.').waitFor();
    await page.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: '@other/kinds' }).click();
    await page.waitForURL(/owner=%40other%2Fkinds/);
    // What was set is of the first owner's alone.
    await expect.poll(() => field(page, 'greeting').inputValue()).toBe('');
    await field(page, 'greeting').fill('Good day');
    await save(page);
    await page.getByText('The change is saved.').waitFor();
    expect(await settingOf(host, 'greeting', undefined, '@other/kinds#every_kind')).toEqual(['Good day', 'operator']);
    expect(await settingOf(host, 'greeting', undefined, '@acme/kinds#every_kind')).toEqual(['Hello', 'operator']);
    await look(page, 'settings-owners');
    await checkAccess();
  });

  test('what the tool itself has against its settings stands at the field, or above where it is about none', async () => {
    const provider = {
      getTools: () => [kinds],
      executeTool: () => 'done',
      // As a provider that is made of definition files has it.
      [Symbol.for('loadout.validateConfiguration')]: (_name: string, { greeting }: { readonly greeting?: string }) =>
        greeting === 'Hello' ? [] : [{ field: 'greeting', message: 'Say hello.' }, { message: 'Ask its author.' }],
    };
    const { host, ...rest } = await startPageHost({
      companions: {
        '@acme/kinds': () => ({
          register: (companion) =>
            void companion.on('CollectToolProviders', (event) => event.registerProvider(provider as never)),
        }),
      },
      options: { toolSettings: { every_kind: { greeting: 'Good day' } } },
    });
    const { page, checkAccess } = await openPage(rest, { path: '/tools/every_kind/settings', expectedErrors: /400/ });
    await page.getByText('Ask its author.').waitFor();
    await page.getByText('Say hello.').waitFor();
    expect(await field(page, 'greeting').getAttribute('aria-invalid')).toBe('true');
    await checkAccess();
    await field(page, 'greeting').fill('Good evening');
    await save(page);
    await page.getByText('"greeting" of "every_kind": Say hello.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-greeting');
    await field(page, 'greeting').fill('Hello');
    await save(page);
    await page.getByText('The change is saved.').waitFor();
    expect(await settingOf(host, 'greeting', undefined, 'every_kind')).toEqual(['Hello', 'operator']);
    await expect.poll(() => page.getByText('Ask its author.').count()).toBe(0);
  });
});
