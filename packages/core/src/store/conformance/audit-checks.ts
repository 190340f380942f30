import assert from 'node:assert/strict';
import type { Actor } from '../../contract/actor.js';
import type { AuditFilter, Change } from '../../contract/audit.js';
import type { Store } from '../roles.js';
import { assertSame, spoil } from './assertions.js';
import { newChange, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

const anna: Actor = { name: 'anna', via: 'cli' };
const ben: Actor = { name: 'Ben Ü 🔑', via: 'http', token: 'token-ü' };

/** What a store promises of the audit log. */
export const auditChecks: readonly StoreCheck[] = [
  check('entries come back as they were added, newest first, with ascending ids', async (store) => {
    const first = newChange({
      action: 'setting-set',
      bot: null,
      subject: 'limit',
      before: null,
      after: { to: [1, null] },
    });
    const second = newChange({ action: 'bot-removed', tool: null, before: { displayName: 'Démo' }, after: false });
    const third = newChange({
      action: 'decision-set',
      bot: null,
      tool: null,
      subject: 'tools-off',
      before: 0,
      after: '',
    });
    await store.change(async (writer) => {
      await writer.addAudit(timeAt(1), anna, [first, second]);
      await writer.addAudit(timeAt(1), anna, []);
      assertSame((await writer.listAudit()).length, 2);
    });
    await store.change((writer) => writer.addAudit(timeAt(0), ben, [third]));
    const entries = await store.listAudit();
    assertSame(
      entries.map(({ id: _id, ...rest }) => rest),
      [
        { ...third, at: timeAt(0), actor: ben },
        { ...second, at: timeAt(1), actor: anna },
        { ...first, at: timeAt(1), actor: anna },
      ],
    );
    const ids = entries.map(({ id }) => id);
    assert.ok(ids.every(Number.isSafeInteger), `expected whole numbers as ids, got ${ids.join(', ')}`);
    assertSame(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
    );
  }),

  check('a filter of the audit log takes bot, tool, action, actor and time, also together', async (store) => {
    await store.change(async (writer) => {
      await writer.addAudit(timeAt(1), anna, [newChange({ after: 1 }), newChange({ bot: 'other', after: 2 })]);
      await writer.addAudit(timeAt(2), ben, [newChange({ tool: 'get', after: 3 }), newChange({ after: 4 })]);
      await writer.addAudit(timeAt(3), ben, [newChange({ action: 'token-created', bot: null, tool: null, after: 5 })]);
    });
    const expected: readonly (readonly [filter: AuditFilter, found: readonly number[]])[] = [
      [{}, [5, 4, 3, 2, 1]],
      [{ bot: 'demo' }, [4, 3, 1]],
      [{ tool: 'search' }, [4, 2, 1]],
      [{ action: 'token-created' }, [5]],
      [{ actor: ben.name }, [5, 4, 3]],
      [{ bot: 'demo', tool: 'search', action: 'tool-assigned', actor: 'anna' }, [1]],
      [{ bot: 'demo', limit: 2 }, [4, 3]],
      [{ since: Date.parse(timeAt(2)) }, [5, 4, 3]],
      [{ until: Date.parse(timeAt(2)) }, [2, 1]],
      [{ since: Date.parse(timeAt(1)) + 0.5, until: Date.parse(timeAt(3)), actor: ben.name }, [4, 3]],
      [{ since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }, [5, 4, 3, 2, 1]],
      [{ bot: 'nobody' }, []],
      [{ tool: '' }, []],
    ];
    for (const [filter, found] of expected) assertSame(await listAfter(store, filter), found, JSON.stringify(filter));
  }),

  check('a page of the audit log has 100 entries, or as many as asked for up to 1,000', async (store) => {
    await addNumbered(store, 1100);
    assert.equal((await store.listAudit()).length, 100);
    assert.equal((await store.listAudit({ limit: 250 })).length, 250);
    assert.equal((await store.listAudit({ limit: 5000 })).length, 1000);
    assertSame(await store.listAudit({ limit: 0 }), []);
    assertSame(await listAfter(store, { limit: 3 }), [1100, 1099, 1098]);
    assertSame(await listAfter(store, { limit: 2.7 }), [1100, 1099]);
    assertSame(await store.listAudit({ limit: -1 }), []);
    assertSame(await store.listAudit({ limit: Number.NaN }), []);
    assert.equal((await store.listAudit({ limit: Number.POSITIVE_INFINITY })).length, 1000);
  }),

  check('pages of the audit log, each before the last id of the one before, show every entry once', async (store) => {
    await addNumbered(store, 25);
    const even: number[] = [];
    const all: number[] = [];
    for (const [filter, seen] of [
      [{}, all],
      [{ bot: 'even' }, even],
    ] as const) {
      let beforeId: number | undefined;
      for (let page = 0; page < 30; page += 1) {
        const entries = await store.listAudit({ ...filter, limit: 4, ...(beforeId === undefined ? {} : { beforeId }) });
        if (entries.length === 0) break;
        seen.push(...entries.map(({ after }) => Number(after)));
        beforeId = entries.at(-1)?.id;
      }
    }
    const numbers = Array.from({ length: 25 }, (_, index) => 25 - index);
    assertSame(all, numbers);
    assertSame(
      even,
      numbers.filter((number) => number % 2 === 0),
    );
  }),

  check('a page is not moved by entries that came after its first one', async (store) => {
    await addNumbered(store, 6);
    const [, last] = await store.listAudit({ limit: 2 });
    assert.ok(last !== undefined);
    await addNumbered(store, 3);
    assertSame(await listAfter(store, { beforeId: last.id, limit: 2 }), [4, 3]);
  }),

  check('entries that were handed out are not live, and given ones are copied', async (store) => {
    const change = newChange({ before: { list: ['x'] }, after: { list: ['y'] } });
    const actor = { ...anna };
    await store.change(async (writer) => {
      await writer.addAudit(timeAt(1), actor, [change]);
      spoil([change, actor]);
    });
    spoil(await store.listAudit());
    const [entry] = await store.listAudit();
    assertSame(
      [entry?.before, entry?.after, entry?.actor, entry?.at],
      [{ list: ['x'] }, { list: ['y'] }, anna, timeAt(1)],
    );
  }),
];

/** Adds changes whose `after` counts from 1, of the bots `odd` and `even`. */
async function addNumbered(store: Store, count: number): Promise<void> {
  const changes: readonly Change[] = Array.from({ length: count }, (_, index) =>
    newChange({ bot: index % 2 === 0 ? 'odd' : 'even', after: index + 1 }),
  );
  await store.change((writer) => writer.addAudit(timeAt(1), anna, changes));
}

async function listAfter(store: Store, filter: AuditFilter): Promise<readonly unknown[]> {
  return (await store.listAudit(filter)).map(({ after }) => after);
}
