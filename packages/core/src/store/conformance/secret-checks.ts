import { assertSame, spoil } from './assertions.js';
import { newSecret, timeAt } from './new-records.js';
import type { StoreCheck } from './store-check.js';
import { check } from './store-check.js';

/** What a store promises of secrets: it keeps what the vault answered, and nothing else. */
export const secretChecks: readonly StoreCheck[] = [
  check('a secret is kept by its name, and listed in that order', async (store) => {
    const secrets = ['API key', 'acme-tools#search#apiKey', 'acme-tools#search#apikey', 'élan 🔑'].map((name) =>
      newSecret(name, { sealed: `sealed "${name}" \0 Ünïcödé` }),
    );
    await store.change(async (writer) => {
      for (const secret of [...secrets].reverse()) await writer.putSecret(secret);
      assertSame(await writer.listSecrets(), secrets);
    });
    assertSame(await store.listSecrets(), secrets);
  }),

  check('a secret is written over the one of the same name, and deleted alone', async (store) => {
    await store.change(async (writer) => {
      await writer.putSecret(newSecret('one'));
      await writer.putSecret(newSecret('two'));
    });
    const renewed = newSecret('one', { sealed: '', updatedAt: timeAt(1) });
    await store.change((writer) => writer.putSecret(renewed));
    assertSame(await store.listSecrets(), [renewed, newSecret('two')]);
    await store.change(async (writer) => {
      await writer.deleteSecret('nothing');
      await writer.deleteSecret('ONE');
      await writer.deleteSecret('one');
      assertSame(await writer.listSecrets(), [newSecret('two')]);
    });
    assertSame(await store.listSecrets(), [newSecret('two')]);
  }),

  check('secrets that were handed out are not live, and given ones are copied', async (store) => {
    const given = newSecret('one');
    await store.change(async (writer) => {
      await writer.putSecret(given);
      spoil([given, await writer.listSecrets()]);
    });
    spoil(await store.listSecrets());
    assertSame(await store.listSecrets(), [newSecret('one')]);
  }),
];
