import { builtinTools } from '@loadout/builtin-tools';
import { createHost } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';

test('each tool that ships, and each of its settings, is described in English and in German', async () => {
  const host = await createHost(builtinTools());
  onTestFinished(() => host.close());
  const [english, german] = await Promise.all(
    ['en', 'de'].map(async (locale) => {
      const { tools } = await host.catalogue({ locale });
      const explained = await Promise.all(tools.map(({ name }) => host.settings.explain(name, { locale })));
      return new Map<string, string>([
        ...tools.flatMap(({ name, label, summary }) => [
          [`${name} label`, label] as const,
          [`${name} summary`, summary] as const,
        ]),
        ...explained.flatMap(({ tool, fields }) =>
          fields.flatMap(({ field, title, description }) => [
            [`${tool}.${field} title`, title] as const,
            [`${tool}.${field} description`, description ?? ''] as const,
          ]),
        ),
      ]);
    }),
  );
  expect(english?.size).toBeGreaterThan(4);
  for (const [what, text] of english ?? []) {
    // A fallback would be the name, nothing, or the same in both.
    expect(text.trim(), what).not.toBe('');
    expect(what, 'a name stands for a text').not.toMatch(new RegExp(`(^|[.])${text.replace(/\W/g, '.')} `));
    expect(german?.get(what), what).not.toBe(text);
  }
});
