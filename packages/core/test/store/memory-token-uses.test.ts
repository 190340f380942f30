import { expect, test } from 'vitest';
import { createMemoryTokenUses } from '../../src/store/memory-token-uses.js';

const noon = Date.UTC(2024, 1, 29, 12);

test('the last use of each token is known to the minute', async () => {
  const uses = createMemoryTokenUses();
  expect(await uses.list()).toEqual(new Map());
  uses.record('one', noon + 59_999);
  uses.record('two', noon);
  uses.record('two', noon + 61_500);
  uses.record('__proto__', noon);
  expect(await uses.list()).toEqual(
    new Map([
      ['one', '2024-02-29T12:00:00.000Z'],
      ['two', '2024-02-29T12:01:00.000Z'],
      ['__proto__', '2024-02-29T12:00:00.000Z'],
    ]),
  );
});

test('a clock that is set back makes no use undone', async () => {
  const uses = createMemoryTokenUses();
  uses.record('one', noon);
  uses.record('one', noon - 3_600_000);
  expect((await uses.list()).get('one')).toBe('2024-02-29T12:00:00.000Z');
});

test('what was handed out does not change', async () => {
  const uses = createMemoryTokenUses();
  uses.record('one', noon);
  const list = await uses.list();
  uses.record('two', noon);
  expect([...list.keys()]).toEqual(['one']);
});
