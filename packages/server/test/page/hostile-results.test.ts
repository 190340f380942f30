import type { CompanionModule } from '@loadout/core';
import { expect, test } from 'vitest';
import { scriptModel } from '../builders/scripted-model.js';
import { describePage, openPage } from './builders/open-page.js';
import { startPageHost } from './builders/start-page-host.js';

const deepQuote = `${'>'.repeat(9_000)}x`;

/** Answers the text that its argument names, from these. */
const answers: Readonly<Record<string, string>> = {
  quote: deepQuote,
  deep: `${'['.repeat(6_000)}7${']'.repeat(6_000)}`,
  emphasis: '_*a'.repeat(16_000),
  brackets: '[a]('.repeat(12_000),
  long: `${'lorem ipsum\n'.repeat(15_000)}the end`,
  entities: 'before &#x202E;gnp.exe [pay&#x202E;x](https://evil.example/) [^1]\n\n[^1]: note',
};

function createAnswering(): CompanionModule {
  const tool = {
    name: 'answers',
    description: 'Answers a text.',
    schema: { type: 'object', properties: { which: { type: 'string' } } },
    policy: { readOnly: true, maxResultCharacters: 1_000_000 },
  };
  return {
    register: (companion) =>
      void companion.on('CollectToolProviders', (event) =>
        event.registerProvider({
          getTools: () => [tool as never],
          executeTool: (_name, { which }) => answers[String(which)] ?? '',
        }),
      ),
  };
}

describePage('results that try to stop the page', () => {
  test.each(['en', 'de'] as const)('are shown, and what was typed stays, %s', async (language) => {
    const host = await startPageHost({ companions: { '@acme/answers': createAnswering } });
    await host.host.assign('support', ['answers']);
    const { page, visit, checkAccess } = await openPage(host, { language });
    await visit('/tools/answers/playground?as=support');
    const which = page.getByRole('textbox', { name: 'which' });
    const main = page.locator('main');
    for (const [name, shown] of [
      ['quote', '>>>>>>>>'],
      ['deep', '[[[[7]]]]'],
      ['emphasis', '_*a_*a'],
      ['brackets', '[a]('],
      ['entities', 'before U+202Egnp.exe payU+202Ex'],
    ] as const) {
      await which.fill(name);
      await page.getByRole('button', { name: /^(Run|Ausführen)/ }).click();
      await expect.poll(() => main.textContent(), { timeout: 20_000, message: name }).toContain(shown);
      expect(await which.inputValue()).toBe(name);
    }
    await expect.poll(() => main.textContent()).toContain('(evil.example)');
    expect(await main.textContent()).toContain('[^1]: note');
    await checkAccess();

    // What would take a browser long is shown from its beginning on, and says so.
    await which.fill('long');
    await page.getByRole('button', { name: /^(Run|Ausführen)/ }).click();
    await page.getByText(/(The first 60,000 of 180,007|Die ersten 60.000 von 180.007)/).waitFor();
    await checkAccess();
    const more = page.getByRole('button', { name: /^(Show more|Mehr anzeigen)/ });
    for (let click = 0; click < 3; click += 1) await more.click();
    expect(await main.textContent()).toContain('the end');
    expect(await more.count()).toBe(0);
  });

  test('a short answer of a model that cannot be laid out leaves the chat as it was', async () => {
    const model = scriptModel([{ text: deepQuote }, { text: 'A **second** answer.' }]);
    const host = await startPageHost({ chat: model.chat });
    const { page, visit, checkAccess } = await openPage(host);
    await visit('/chat?bot=support');
    const message = page.getByRole('textbox', { name: /Message/ });
    await message.fill('A first question');
    await page.keyboard.press('Enter');
    await page.getByText('>>>>>>>>').first().waitFor();
    await message.fill('Another');
    await page.keyboard.press('Enter');
    await page.getByText('second', { exact: true }).waitFor();
    expect(await page.locator('main').textContent()).toContain('A first question');
    await checkAccess();
  });
});
