import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findErrors } from '../../src/operator/generated/export.js';
import { openOperatorHost } from '../builders/operator-host.js';

const empty = { format: 'loadout-export', version: 1, bots: [], settings: [], decisions: [], leftOut: [] };
const remark = 'The document is large: what else is wrong was not looked for.';

/** What an import says of a document that it refuses. */
async function importWrong(document: unknown) {
  const { host } = await openOperatorHost();
  const error: unknown = await host.import(document).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'IMPORT_INVALID' });
  return error as {
    readonly message: string;
    readonly details: { readonly count: number; readonly problems: object[] };
  };
}

function fill<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('a document of 10 MB that is wrong everywhere is refused with the first thing that is wrong', async () => {
  const tools = fill(10_000, () => ({}));
  const cases = [
    [{ ...empty, bots: fill(300, (index) => ({ id: `b-${index}`, displayName: 'B', tools })) }, '/bots/0/tools/0/name'],
    [{ ...empty, settings: fill(100_000, () => ({ value: 'x'.repeat(90) })) }, '/settings/0/owner'],
    [
      { ...empty, ...Object.fromEntries(fill(90_000, (index): [string, number] => [`${'k'.repeat(90)}${index}`, 1])) },
      `/${'k'.repeat(90)}0`,
    ],
    [{ ...empty, leftOut: fill(100_000, (index) => (index === 70_000 ? 1 : 'x'.repeat(90))) }, '/leftOut/70000'],
  ] as const;
  for (const [document, pointer] of cases) {
    const { message, details } = await importWrong(document);
    expect(details).toMatchObject({ count: 1, problems: [{ pointer }] });
    expect(message).toContain(remark);
  }
});

test('of a list or an object that is too large, nothing is copied', async () => {
  let reads = 0;
  const entries = new Proxy(
    fill(9_000_000, () => null),
    {
      get(target, key, receiver) {
        if (key !== 'length') reads += 1;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  const { details, message } = await importWrong({ ...empty, bots: entries });
  expect(details.problems).toEqual([{ pointer: '/bots', message: 'It has 9000000 entries; 100000 are allowed.' }]);
  expect(reads).toBe(0);
  expect(message).not.toContain(remark);
  const fields = Object.fromEntries(fill(100_001, (index): [string, number] => [`k${index}`, 1]));
  expect((await importWrong(fields)).details.problems).toEqual([
    { pointer: '', message: 'It has 100001 entries; 100000 are allowed.' },
  ]);
});

test('a document of nothing but nulls ends as every other that is too large', async () => {
  const nulls = fill(90_000, () => null);
  const { details } = await importWrong({ ...empty, settings: fill(100, () => ({ value: nulls })) });
  expect(details.problems).toMatchObject([{ message: expect.stringContaining('larger than 50000000 characters') }]);
});

test('a name without end is cut where it is told', async () => {
  const { message } = await importWrong({ ...empty, ['k'.repeat(1_000_000)]: 1 });
  expect(message.length).toBeLessThan(1000);
});

test('all that is wrong with a small document is found, and an owner is judged in one walk', async () => {
  const { details, message } = await importWrong({ ...empty, decisions: fill(1000, () => ({})) });
  expect(details).toMatchObject({ count: 3000, problems: { length: 20 } });
  expect(message).toContain('There are 2980 more.');
  const settings = [{ owner: `${'a'.repeat(150_000)}#`, tool: 'a', field: 'a', value: 1 }];
  expect(findErrors({ ...empty, settings })).toMatchObject({
    errors: [{ keyword: 'maxLength' }, { keyword: 'pattern' }],
    areAll: true,
  });
});

test('what an owner may be is what it was: a text that is not blank, without "#"', () => {
  const path = new URL('../../src/operator/export.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(path, 'utf8'));
  const pattern = new RegExp(schema.properties.settings.items.properties.owner.pattern);
  const texts = ['', ' ', ' \n', '#', 'a', ' a ', 'a b', '\ta', 'a#', '#a', ' #a', 'a#b', 'a ', '  #'];
  expect(texts.filter((text) => pattern.test(text))).toEqual(['a', ' a ', 'a b', '\ta', 'a ']);
});
