import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scriptModel } from '../builders/scripted-model.js';
import { askForApproval } from './builders/ask-for-approval.js';
import { createChanging } from './builders/changing-companion.js';
import { describePage, openPage } from './builders/open-page.js';
import { createHostile, createSimple, hostileTexts } from './builders/page-tools.js';
import { startPageHost } from './builders/start-page-host.js';

const script = '<script>alert(7)</script><img src=https://tracker.example/y.png onerror=alert(8)>';

const evil = {
  name: 'evil_settings',
  label: { en: `${script} Evil`, de: `${script} Böse` },
  summary: { en: '\u001b]8;;https://tracker.example\u0007link\u001b]8;;\u0007', de: '\u001b[2Jleer' },
  description: `<svg onload=alert(9)> \u2066${script}`,
  // One from elsewhere is refused with its definition.
  icon: 'data:image/svg+xml,%3Csvg onload=%22alert(10)%22%3E',
  schema: {
    type: 'object',
    properties: { a: { type: 'string', title: script, description: hostileTexts.description, enum: [script, 'b'] } },
  },
  settingsSchema: {
    type: 'object',
    properties: {
      note: { type: 'string', title: `${script} note`, description: hostileTexts.description, default: script },
      key: { type: 'string', title: '\u001b[31mKey\u202e', secret: true },
    },
  },
  policy: { readOnly: false, destructive: true, approval: 'ask' },
};

/** A definition that tries to act where it is compared with what it was: each part of it changes. */
const changed = (own: string) => ({
  name: 'evil_changed',
  label: { en: `${script} Changed ${own}`, de: `${script} Geändert ${own}` },
  description: `\u001b[31m${script} ${own}`,
  schema: {
    type: 'object',
    properties: {
      [`${script}${own}`]: { type: 'string', description: `\u001b[32m${script}${own}` },
      both: { type: 'string', description: `${script}both`, enum: [script, `\u001b[33m${script}${own}`] },
    },
  },
  policy: { readOnly: own === 'before' },
});

async function startHostile() {
  const changing = createChanging([changed('before')]);
  const model = scriptModel([{ call: 'hostile' }, { text: `${hostileTexts.description}\n\n${script}` }]);
  const started = await startPageHost({
    chat: model.chat,
    companions: {
      '@acme/changing': changing.module,
      '@acme/evil': () => createSimple([evil]),
      '@acme/second': createHostile,
      '@acme/failing': () => ({
        register: (companion) =>
          void companion.on('CollectToolProviders', (event) =>
            event.registerProvider({
              getTools: () => {
                throw new Error(`${script}\u001b[31m \u202e https://tracker.example/ javascript:alert(1)`);
              },
              executeTool: () => 'done',
            }),
          ),
      }),
      '@acme/throwing': () => ({
        register: (companion) =>
          void companion.on('CollectToolProviders', (event) =>
            event.registerProvider({
              getTools: () => [{ name: 'throws', description: script, schema: { type: 'object' } }],
              executeTool: () => {
                throw new Error(`${script}\u001b[31m`);
              },
            }),
          ),
      }),
    },
  });
  const { host } = started;
  // Names of bots and tokens take no character that nobody sees.
  await host.bots.rename('support', `${script} Support`);
  await host.bots.rename('sales', '[x](javascript:alert(1)) ![y](https://tracker.example/z.png)');
  await host.assign('support', ['hostile', 'evil_settings', 'throws', 'evil_changed']);
  await host.tokens.create({ name: script, role: 'viewer' });
  await host.as({ name: `${script} Ana\u202e`, via: 'cli' }).assign('sales', ['hostile']);
  const turn = await host.startTurn({ bot: 'support', modelProvider: { id: 'operator', confidence: 'HIGH' } });
  await turn.call({ name: 'hostile', arguments: { '<b>x</b>': `${script}\u202e` } });
  await turn.call({ name: 'throws' });
  await turn.call({ name: script });
  await turn.end();
  changing.list = [changed('after')];
  await host.decisions.set('withhold-changed-definitions', '', true);
  await host.refresh('@acme/changing');
  const approval = await askForApproval(host, {
    tool: 'evil_settings',
    arguments: { a: script, '\u202eb': '\u001b[31mred' },
    conversation: `room ${script}`,
  });
  const [call] = await host.traces.list({ turnId: turn.id, tool: 'hostile' });
  return { ...started, turn: turn.id, approval, call: call?.callId ?? '' };
}

/** What foreign text could have become. */
async function expectInert(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')];
    const attributes = elements.flatMap((one) => [...one.attributes].map(({ name, value }) => ({ name, value })));
    const texts: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) texts.push(node.nodeValue ?? '');
    const labels = attributes.filter(({ name }) => /^(aria-|title$|placeholder$|alt$)/.test(name));
    const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
    return {
      scripts: [...document.scripts].filter((one) => !one.src.startsWith(location.origin)).map((one) => one.outerHTML),
      images: [...document.images].map(({ src }) => src).filter((src) => !/^(data|blob):/.test(src)),
      handlers: attributes.filter(({ name }) => name.startsWith('on')),
      links: [...document.querySelectorAll('a, area, form, iframe, object, embed')]
        .map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? one.getAttribute('src') ?? '')
        .filter(
          (href) => href !== '' && !href.startsWith('#') && new URL(href, location.href).origin !== location.origin,
        ),
      controls: [...texts, ...labels.map(({ value }) => value)].filter((text) => hidden.test(text)),
      title: hidden.test(document.title),
    };
  });
  expect({ where, ...found }).toEqual({
    ...{ where, scripts: [], images: [], handlers: [], links: [], controls: [], title: false },
  });
}

describePage('texts that try to act', () => {
  test.each(['en', 'de'] as const)(
    'are shown as text in every view, %s',
    async (language) => {
      const { host: _, turn, approval, call, ...host } = await startHostile();
      const { page, context, visit } = await openPage(host, { language });
      const dialogs: string[] = [];
      const elsewhere: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      context.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== host.url)
          elsewhere.push(request.url());
      });
      /** Each view, and words that have to be there as they were written. */
      const views: readonly (readonly [string, ...string[]])[] = [
        ['/', script, '[x](javascript:alert(1))'],
        ['/bots/support/loadout', '<img src=x onerror=alert(1)>U+202Egnp.exe', script],
        ['/bots/support/loadout?tool=hostile', 'red <script>alert(2)</script>'],
        ['/bots/support/loadout?tool=evil_settings', script],
        ['/bots/support/loadout?tool=evil_changed', `${script}after`, `${script}before`],
        ['/bots/support/preview', 'hostile'],
        ['/bots/support/preview?part=prompt'],
        ['/bots/support/about', script],
        ['/compare?bots=support%2Csales&only=all', script, '[x](javascript:alert(1))'],
        ['/tools', script],
        ['/tools/hostile', '<b onclick=alert(4)>bold</b>'],
        ['/tools/hostile?show=definition'],
        ['/tools/evil_changed?show=history', `${script}after`],
        ['/tools/hostile/playground?as=support'],
        ['/tools/evil_settings/playground?as=support', script],
        ['/tools/evil_settings/settings?as=support', script],
        ['/tools/hostile/bots', '[x](javascript:alert(1))'],
        ['/providers'],
        ['/providers/%40acme%2Ffailing', script],
        ['/providers/problems', 'hostile'],
        ['/traces', 'throws'],
        [`/traces?call=${call}`, script],
        [`/traces/turns/${turn}`, 'throws'],
        [`/traces/turns/${turn}?call=${call}`],
        ['/approvals', script],
        [`/approvals/${approval}`, script],
        ['/audit', `${script} Ana`],
        ['/host'],
        ['/access', script],
      ];
      for (const [address, ...words] of views) {
        await visit(address);
        await page.waitForLoadState('networkidle');
        for (const word of words) {
          await expect
            .poll(() => page.locator('body').textContent(), { message: `${address}: ${word}` })
            .toContain(word);
        }
        await expectInert(page, address);
      }

      // Results: in the playground, in Markdown, and in a chat.
      await visit('/tools/hostile/playground?as=support');
      await page.getByRole('button', { name: /^(Run|Ausführen)/ }).click();
      await page.getByText('<b onclick=alert(4)>bold</b>').first().waitFor();
      await expectInert(page, 'playground');
      await visit('/chat?bot=support');
      await page.getByRole('textbox', { name: /Message|Nachricht/ }).fill(script);
      await page.keyboard.press('Enter');
      await page.getByText('<b onclick=alert(4)>bold</b>').first().waitFor();
      await expectInert(page, 'chat');
      await page
        .getByRole('button', { name: /hostile/ })
        .first()
        .click();
      await expectInert(page, 'chat, a call');
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox').last().fill('hostile');
      await page.getByRole('dialog').getByText('hostile').first().waitFor();
      await expectInert(page, 'palette');

      expect({ dialogs, elsewhere }).toEqual({ dialogs: [], elsewhere: [] });
    },
    300_000,
  );
});
