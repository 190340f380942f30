import { type AuditFilter, createMemoryStore } from '@loadout/core';
import { expect, test } from 'vitest';
import { openOperatorHost } from '../builders/operator-host.js';

test('a filter that cannot be read is refused by the name of its part', async () => {
  const { host } = await openOperatorHost();
  const cases: readonly [unknown, string][] = [
    ['bot', 'filter'],
    [{ bot: 5 }, 'bot'],
    [{ tool: null }, 'tool'],
    [{ action: ['bot-added'] }, 'action'],
    [{ actor: {} }, 'actor'],
    [{ beforeId: '7' }, 'beforeId'],
    [{ beforeId: 1.5 }, 'beforeId'],
    [{ limit: Number.NaN }, 'limit'],
    [{ limit: '10' }, 'limit'],
  ];
  for (const [filter, field] of cases) {
    await expect(host.audit(filter as AuditFilter)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      details: { field },
    });
  }
});

test('a page has the entries that were asked for, and at most 1,000', async () => {
  const limits: unknown[] = [];
  const store = createMemoryStore();
  const { host } = await openOperatorHost(
    {},
    {
      store: {
        ...store,
        listAudit(filter) {
          limits.push(filter?.limit);
          return store.listAudit(filter);
        },
      },
    },
  );
  for (const id of ['a', 'b', 'c']) await host.bots.add({ id });
  expect((await host.audit({ limit: 2 })).map(({ bot }) => bot)).toEqual(['c', 'b']);
  const last = (await host.audit({ limit: 2 })).at(-1)?.id ?? 0;
  expect((await host.audit({ beforeId: last })).map(({ bot }) => bot)).toEqual(['a']);
  await host.audit({ limit: 5_000 });
  await host.audit({ limit: -1 });
  expect(limits.slice(-3)).toEqual([100, 1_000, 0]);
});
