import type { JsonObject } from '@loadout/core';
import { expect, test } from 'vitest';
import { createBuiltIns, definitionFile } from '../builders/built-ins.js';
import { openHost } from '../builders/turn-builders.js';

const settingsSchema = {
  type: 'object',
  properties: {
    limit: {
      type: 'integer',
      title: { en: 'Limit', de: 'Grenze', 'pt-BR': 'Limite' },
      description: { en: 'The most.', de: 'Das meiste.' },
    },
    bare: { type: 'string' },
  },
} satisfies JsonObject;

const open = () =>
  openHost({
    tools: {
      look: {
        label: { de: 'Schauen', en: 'Look', 'de-AT': 'Schaun' },
        summary: { de: 'Schaut nach.' },
        settingsSchema,
        run: () => 'x',
      },
    },
  });

test.each([
  ['de-AT', 'Schaun', 'Grenze', 'Das meiste.'],
  ['de-CH', 'Schauen', 'Grenze', 'Das meiste.'],
  ['de', 'Schauen', 'Grenze', 'Das meiste.'],
  ['en-GB', 'Look', 'Limit', 'The most.'],
  ['fr', 'Look', 'Limit', 'The most.'],
  ['pt-br', 'Look', 'Limite', 'The most.'],
])('for %s labels fall back to the language, to English, to the first there is', async (locale, label, title, text) => {
  const { host, startTurn } = await open();
  expect((await host.catalogue({ locale })).tools[0]).toMatchObject({ label, summary: 'Schaut nach.' });
  expect((await host.describeTool('look', { locale })).tool).toMatchObject({ label });
  expect((await host.show('bot-a', { locale })).offered[0]).toMatchObject({ label });
  expect((await startTurn({ locale })).offered[0]).toMatchObject({ label });
  const { fields } = await host.settings.explain('look', { locale });
  expect(fields).toMatchObject([
    { field: 'limit', title, description: text },
    { field: 'bare', title: 'bare', description: null },
  ]);
});

test('without a locale labels are English', async () => {
  const { host } = await open();
  expect((await host.catalogue()).tools[0]?.label).toBe('Look');
  expect((await host.settings.explain('look')).fields[0]?.title).toBe('Limit');
});

test('a built-in’s implementation is asked for the labels of its settings', async () => {
  const implementation = {
    displayName: (locale: string) => (locale.startsWith('de') ? 'Zählen' : 'Count'),
    settingsFieldLabel: (field: string, locale: string) =>
      field === 'limit' ? (locale.startsWith('de') ? 'Grenze' : 'Limit') : undefined,
  };
  const bare = { type: 'object', properties: { limit: { type: 'integer' }, other: { type: 'string' } } };
  const { host } = await openHost(
    createBuiltIns({ name: 'count', file: { ...definitionFile('count'), settingsSchema: bare }, implementation }),
  );
  expect((await host.catalogue({ locale: 'de-AT' })).tools[0]?.label).toBe('Zählen');
  const { fields } = await host.settings.explain('count', { locale: 'de' });
  expect(fields.map(({ title }) => title)).toEqual(['Grenze', 'other']);
});

test('what is no locale is refused, with the method that was asked', async () => {
  const { host } = await open();
  for (const locale of ['', 'x', 'de_AT', 5 as never, null as never]) {
    const refused = { code: 'CONFIGURATION_INVALID' };
    await expect(host.catalogue({ locale })).rejects.toMatchObject(refused);
    await expect(host.describeTool('look', { locale })).rejects.toMatchObject(refused);
    await expect(host.settings.explain('look', { locale })).rejects.toMatchObject(refused);
  }
  await expect(host.catalogue('de' as never)).rejects.toMatchObject({ code: 'CONFIGURATION_INVALID' });
});
