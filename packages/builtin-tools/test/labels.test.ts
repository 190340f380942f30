import { type BuiltinTools, builtinTools } from '@loadout/builtin-tools';
import { createHost, type IToolImplementation } from '@loadout/core';
import { expect, onTestFinished, test } from 'vitest';

/** Everything that people read of the tools of a host and of their settings, in one locale. */
async function readTexts(options: BuiltinTools, locale: string): Promise<ReadonlyMap<string, string>> {
  const host = await createHost(options);
  onTestFinished(() => host.close());
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
}

/** Texts that stand only once: a fallback would be the name, nothing, or the same in both languages. */
async function listUntranslated(options: BuiltinTools): Promise<readonly string[]> {
  const english = await readTexts(options, 'en');
  const german = await readTexts(options, 'de');
  expect(english.size).toBeGreaterThan(4);
  const isMissing = (what: string, text = ''): boolean =>
    text.trim() === '' || what.split(/[. ]/).some((name) => name === text);
  return [...english].flatMap(([what, text]) => {
    const other = german.get(what);
    return isMissing(what, text) || isMissing(what, other) || text === other ? [what] : [];
  });
}

test('each tool that ships, and each of its settings, is described in English and in German', async () => {
  expect(await listUntranslated(builtinTools())).toEqual([]);
});

test('what stands in one language only is found', async () => {
  const { implementations, ...rest } = builtinTools();
  const change = (changed: Partial<IToolImplementation>): BuiltinTools => ({
    ...rest,
    implementations: implementations.map((one, index) => (index === 0 ? { ...one, ...changed } : one)),
  });
  const [english] = implementations;
  expect(await listUntranslated(change({ displayName: () => 'Read web page' }))).toEqual(['read_web_page label']);
  expect(await listUntranslated(change({ description: (locale) => (locale === 'de' ? 'Holt.' : '') }))).toEqual([
    'read_web_page summary',
  ]);
  const settingsFieldLabel = (field: string, locale: string): string | undefined =>
    field === 'timeoutSeconds' && locale === 'de' ? undefined : english?.settingsFieldLabel?.(field, locale);
  expect(await listUntranslated(change({ settingsFieldLabel }))).toEqual(['read_web_page.timeoutSeconds title']);
});
