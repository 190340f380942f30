import { assertRejects, assertSame, spoil } from './assertions.js';
import { newBot, newToken, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of tokens. */
export const tokenChecks: readonly StoreCheck[] = [
  check('tokens come back as they were added, in the order of their making', async (store) => {
    const tokens = [
      newToken('z', { role: 'admin', expiresAt: timeAt(100) }),
      newToken('m', { role: null, bot: 'demo', confidence: 'HIGH' }),
      newToken('a', { name: 'Ünïcödé 🔑', createdAt: timeAt(1), revokedAt: timeAt(2) }),
      newToken('q', { createdAt: timeAt(2), createdBy: '' }),
      newToken('s', { session: { of: 'z' } }),
      newToken('t', { session: { of: null } }),
    ];
    await store.change(async (writer) => {
      await writer.addBot(newBot('demo'));
      for (const token of tokens.slice(0, 3)) await writer.addToken(token);
      assertSame(await writer.listTokens(), tokens.slice(0, 3));
    });
    await store.change(async (writer) => {
      for (const token of tokens.slice(3)) await writer.addToken(token);
    });
    assertSame(await store.listTokens(), tokens);
  }),

  check('a token is revoked at the time of the first revocation, and others stay', async (store) => {
    await store.change(async (writer) => {
      await writer.addToken(newToken('one'));
      await writer.addToken(newToken('two'));
    });
    await store.change(async (writer) => {
      await writer.revokeToken('one', timeAt(1));
      await writer.revokeToken('one', timeAt(2));
    });
    await store.change((writer) => writer.revokeToken('one', timeAt(3)));
    assertSame(await store.listTokens(), [newToken('one', { revokedAt: timeAt(1) }), newToken('two')]);
  }),

  check('a token is found by the whole hash of its secret, whatever its state', async (store) => {
    const revoked = newToken('old', { expiresAt: timeAt(1), revokedAt: timeAt(2) });
    await store.change(async (writer) => {
      for (const token of [newToken('one'), newToken('two'), revoked]) await writer.addToken(token);
      assertSame(await writer.findToken('hash of two'), newToken('two'));
    });
    assertSame(await store.findToken('hash of one'), newToken('one'));
    assertSame(await store.findToken('hash of old'), revoked);
    for (const hash of ['hash of', 'HASH OF ONE', 'hash of one ', 'one', '', '__proto__']) {
      assertSame(await store.findToken(hash), undefined, hash);
    }
  }),

  check('revoking an unknown token is refused with TOKEN_UNKNOWN', async (store) => {
    await store.change((writer) => writer.addToken(newToken('one')));
    for (const id of ['nothing', 'ONE', '', '__proto__']) {
      await assertRejects(
        store.change((writer) => writer.revokeToken(id, timeAt(1))),
        'TOKEN_UNKNOWN',
      );
    }
    assertSame(await store.listTokens(), [newToken('one')]);
  }),

  check(
    'a token that was deleted is found no more, others stay, and one that is not there is no error',
    async (store) => {
      await store.change(async (writer) => {
        for (const id of ['one', 'two', 'ONE']) await writer.addToken(newToken(id));
      });
      await store.change(async (writer) => {
        await writer.deleteToken('one');
        assertSame(await writer.findToken('hash of one'), undefined);
        await writer.deleteToken('one');
      });
      for (const id of ['nothing', '', '__proto__']) await store.change((writer) => writer.deleteToken(id));
      assertSame(await store.findToken('hash of one'), undefined);
      assertSame(await store.listTokens(), [newToken('two'), newToken('ONE')]);
      // Its id and its secret are free again.
      await store.change((writer) => writer.addToken(newToken('one')));
      assertSame(await store.listTokens(), [newToken('two'), newToken('ONE'), newToken('one')]);
    },
  ),

  check('tokens that were handed out are not live, and given ones are copied', async (store) => {
    const given = newToken('one');
    await store.change(async (writer) => {
      await writer.addToken(given);
      spoil(given);
    });
    spoil(await store.listTokens());
    spoil(await store.findToken('hash of one'));
    assertSame(await store.findToken('hash of one'), newToken('one'));
    assertSame(await store.listTokens(), [newToken('one')]);
  }),
];
