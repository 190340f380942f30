import { expect, test } from 'vitest';
import { validators } from '../src/generated/schemas.js';
import { makeApp } from './builders/make-app.js';

const large = 'It is large: what else is wrong was not looked for.';

const fill = (count: number, value: unknown): readonly unknown[] => Array.from({ length: count }, () => value);

test('a body of 1 MB that is wrong everywhere is refused with the first thing that is wrong', async () => {
  const { send } = await makeApp();
  const keys = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1]));
  const cases = [
    ['PATCH', 'bots/demo/loadout', { changes: fill(300_000, {}) }, '/changes', 'a list of at most 1000'],
    ['PATCH', 'bots/demo/loadout', { changes: [{ action: 'move', ...keys }] }, '/changes/0/tool', 'a value'],
    ['POST', 'bots', { id: 'x', ...keys }, '/k0', 'one of the keys id, displayName'],
    ['POST', 'bots', { id: fill(400_000, 0) }, '/id', 'a text'],
  ] as const;
  for (const [method, path, body, pointer, expected] of cases) {
    const response = await send('admin', method, `/api/v1/${path}`, { body });
    expect([response.status, pointer]).toEqual([400, pointer]);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining(large),
      errors: [{ pointer, expected: expect.stringContaining(expected) }],
    });
  }
});

test('of a list that is too long, no entry of a large one is looked at', () => {
  let reads = 0;
  const changes = new Proxy(
    Array.from({ length: 300_000 }, () => ({})),
    {
      get(target, key, receiver) {
        if (key !== 'length') reads += 1;
        return Reflect.get(target, key, receiver);
      },
    },
  );
  const findings = validators.ChangeLoadoutBody?.({ changes });
  expect(findings).toMatchObject({ errors: [{ keyword: 'maxItems', instancePath: '/changes' }], areAll: false });
  expect(reads).toBe(0);
});

test('all that is wrong with a small body is found, also where a list is too long', () => {
  const changes = Array.from({ length: 4000 }, () => ({ action: 'move', tool: 1 }));
  const findings = validators.ChangeLoadoutBody?.({ changes });
  expect(findings?.areAll).toBe(true);
  expect(findings?.errors[0]).toMatchObject({ keyword: 'maxItems' });
  // For each change: no position, and a tool that is no text.
  expect(findings?.errors).toHaveLength(8001);
  expect(validators.ChangeLoadoutBody?.({ changes: changes.slice(0, 3) }).errors).toHaveLength(6);
});
