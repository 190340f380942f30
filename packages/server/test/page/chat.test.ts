import { expect, test } from 'vitest';
import { type Answer, scriptModel } from '../builders/scripted-model.js';
import { createCited } from './builders/cited-tool.js';
import { describePage, type OpenedPage, type OpenOptions, openPage, phone } from './builders/open-page.js';
import { type PageHost, startPageHost } from './builders/start-page-host.js';

/** Opens a chat with a model that answers so. */
async function openChat(
  answers: readonly Answer[],
  options: OpenOptions = {},
): Promise<OpenedPage & { readonly host: PageHost; readonly model: ReturnType<typeof scriptModel> }> {
  const model = scriptModel(answers);
  const host = await startPageHost({ chat: model.chat, companions: { '@acme/cited': createCited } });
  const opened = await openPage(host, { path: '/chat?bot=support', ...options });
  return { ...opened, host, model };
}

async function say({ page }: OpenedPage, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /Message|Nachricht/ }).fill(text);
  await page.keyboard.press('Enter');
}

describePage('the chat', () => {
  test('without a model endpoint there is no link to it, and the view says what to configure', async () => {
    const host = await startPageHost();
    const { page, checkAccess } = await openPage(host, { path: '/chat' });

    await page.getByText('No model endpoint is configured').waitFor();
    expect(await page.getByRole('link', { name: 'Chat', exact: true }).count()).toBe(0);
    await checkAccess();
  });

  test('a call is one line that opens to its result and its trace; the answer follows, and the next message goes on', async () => {
    const opened = await openChat([
      { call: 'crm_lookup', arguments: { customer: '4711' } },
      { text: 'That is **Ada**.' },
      { text: 'You are welcome.' },
    ]);
    const { page, model, checkAccess } = opened;

    await page.getByText('Say something to Support').waitFor();
    await checkAccess();
    await say(opened, 'Who is 4711?');
    await page.locator('strong', { hasText: 'Ada' }).waitFor();
    const line = page.getByRole('button', { name: /Customer record crm_lookup/ });
    await line.click();
    await page.getByText('Ada Lovelace').waitFor();
    await page.getByRole('link', { name: 'See the whole turn' }).waitFor();
    await checkAccess();
    // The conversation has an address, and what is typed has the focus still.
    expect(page.url()).toMatch(/\/chat\/chat-[0-9a-f]{24}\?bot=support$/);
    await say(opened, 'Thanks.');
    await page.getByText('You are welcome.').waitFor();
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat.png`, fullPage: true });

    // It goes on while something else is looked at, and back leads to it.
    await page.getByRole('link', { name: 'Approvals' }).click();
    await page.getByText('Nothing waits for a decision').waitFor();
    await page.goBack();
    await page.getByText('You are welcome.').waitFor();
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByText('Say something to Support').waitFor();
  });

  test('a call that needs approval is decided where it stands, and the turn goes on', async () => {
    const opened = await openChat([
      { call: 'crm_merge', arguments: { from: 'Ada', into: 'Bob' } },
      { text: 'They are merged.' },
    ]);
    const { page, checkAccess } = opened;

    await say(opened, 'Merge them.');
    const allow = page.getByRole('button', { name: 'Allow once: Merge customers' });
    await allow.waitFor();
    await page.getByText('"from": "[masked]"').waitFor();
    await page.getByText('1 call waits for a decision.').waitFor();
    expect(await page.getByText('All calls are decided.').count()).toBe(0);
    await checkAccess();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-approval.png`, fullPage: true });
    await allow.focus();
    await page.keyboard.press('Enter');
    await page.getByText('They are merged.').waitFor();
    await page.getByText(/Allowed once by/).waitFor();
    // The call stands there once, with its end.
    expect(await page.getByRole('button', { name: /^Merge customers crm_merge Success/ }).count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Merge customers crm_merge/ }).count()).toBe(1);
    await checkAccess();
  });

  test('where somebody else decides, it goes on by a button; another tab takes up a turn that waits', async () => {
    const opened = await openChat([
      { call: 'crm_merge', arguments: { from: 'Ada', into: 'Bob' } },
      { text: 'As you wish.' },
    ]);
    const { page, host, context, checkAccess } = opened;

    await say(opened, 'Merge them.');
    await page.getByRole('button', { name: 'Deny: Merge customers' }).waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByText('This conversation was begun elsewhere.').waitFor();
    await other.getByRole('button', { name: 'Deny: Merge customers' }).waitFor();
    await other.close();
    const [{ id } = { id: '' }] = await host.host.approvals.list();
    await host.host.as({ name: 'Eve', via: 'cli' }).approvals.deny(id, { reason: 'No.' });
    await page.getByText('Denied by Eve (command line).').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('As you wish.').waitFor();
  });

  test('a reload brings the conversation back in its tab, also one that waits; signing out takes it away', async () => {
    const answers: Answer[] = [
      { text: 'Hello, Ana.' },
      { call: 'crm_merge', arguments: { from: 'Ada', into: 'Bob' } },
      { text: 'They are merged.' },
      { text: 'Good bye.' },
      'hang',
    ];
    const opened = await openChat(answers, { expectedErrors: /401/ });
    const { page, host, model, checkAccess } = opened;

    await say(opened, 'Good morning.');
    await page.getByText('Hello, Ana.').waitFor();
    await say(opened, 'Merge them.');
    await page.getByRole('button', { name: 'Allow once: Merge customers' }).waitFor();
    await page.reload();
    await page.getByText('Hello, Ana.').waitFor();
    await page.getByText('Merge them.').waitFor();
    await checkAccess();
    await page.getByRole('button', { name: 'Allow once: Merge customers' }).click();
    await page.getByText('They are merged.').waitFor();
    // The model is sent all that was said before.
    await page.reload();
    await say(opened, 'Thanks.');
    await page.getByText('Good bye.').waitFor();
    expect(JSON.stringify(model.requests.at(-1))).toContain('Good morning.');

    // Whoever leaves stops the turn that runs, which is said.
    await say(opened, 'Wait.');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.reload();

    await page.getByText('The page was left meanwhile, which stopped the turn.').waitFor();

    const address = page.url();
    await page.evaluate(() => fetch('/api/v1/session', { method: 'DELETE', headers: { 'x-loadout-page': '1' } }));
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Good morning.');
    await page.goto(host.link);
    await page.waitForURL(`${host.url}/`);
    await page.goto(address);
    await page.getByText('This tab does not have this conversation').waitFor();
    await checkAccess();
  });

  test('a message that would give a waiting call up is asked about first, and the call says how it ended', async () => {
    const opened = await openChat([
      { call: 'crm_merge', arguments: { from: 'Ada', into: 'Bob' } },
      { text: 'Then not.' },
    ]);
    const { page, checkAccess } = opened;

    await say(opened, 'Merge them.');
    await page.getByText('1 call waits for a decision.').waitFor();
    expect(await page.getByText('The answer is complete.').count()).toBe(0);
    await say(opened, 'Never mind.');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Merge customers waits for a decision. Your message gives the call up').waitFor();
    await checkAccess();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Never mind.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send the message' }).click();
    await page.getByText('Then not.').waitFor();
    await page.getByText('A message was sent instead of a decision.').waitFor();
    await page.getByText('It did not run.').waitFor();
    await checkAccess();
  });

  test('a turn is stopped, a failure of the model is said, and the conversation goes on', async () => {
    const opened = await openChat(['hang', new Error('out of tokens'), { text: 'Here I am.' }]);
    const { page, checkAccess } = opened;

    await say(opened, 'One.');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. What its calls did stays done').waitFor();
    await checkAccess();
    await say(opened, 'Two.');
    await page.getByText('It failed: out of tokens.').waitFor();
    await checkAccess();
    await say(opened, 'Three.');
    await page.getByText('Here I am.').waitFor();
  });

  test('sources stand under the answer, and a raised level where it happens, with what it withholds', async () => {
    const opened = await openChat([{ call: 'cited_search' }, { text: 'There is a page.' }]);
    const { page, host, checkAccess } = opened;
    await host.host.assign('support', ['cited_search']);

    await say(opened, 'Find it.');
    await page.getByText('There is a page.').waitFor();
    await page.getByText('From here on this conversation requires a model of level LOW.').waitFor();
    await page.getByText('In it, all tools are withheld from models below LOW.').waitFor();
    const link = page.getByRole('link', { name: 'A page' });
    expect(await link.getAttribute('href')).toBe('https://example.org/page');
    await page.getByText('(example.org)').waitFor();
    await checkAccess();
  });

  test('what a model writes is shown inert', async () => {
    const opened = await openChat([
      {
        text: '<script>alert(1)</script> [x](javascript:alert(2)) ![y](https://tracker.example/y.png) <b onclick=alert(3)>b</b>',
      },
    ]);
    const { page, checkAccess } = opened;

    await say(opened, 'Try.');
    await page.getByText('https://tracker.example/y.png').waitFor();
    expect(await page.locator('a[href^="javascript:"], img[src*="tracker"], main script, [onclick]').count()).toBe(0);
    await checkAccess();
  });

  test('in German and on a phone, in the dark', async () => {
    const opened = await openChat([{ call: 'crm_lookup', arguments: { customer: '1' } }, { text: 'Das ist Ada.' }], {
      language: 'de',
      scheme: 'dark',
      viewport: phone,
    });
    const { page, checkAccess } = opened;

    await say(opened, 'Wer ist 1?');
    await page.getByText('Das ist Ada.').waitFor();
    await page.getByRole('button', { name: /Kundenakte/ }).waitFor();
    await checkAccess();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-phone-dark.png`, fullPage: true });
  });
});
