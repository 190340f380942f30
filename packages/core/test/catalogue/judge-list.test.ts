import { expect, test } from 'vitest';
import { judgeList } from '../../src/catalogue/judge-list.js';
import type { ProviderSlot } from '../../src/companions/provider-slot.js';
import { tool } from '../builders/provider.js';
import { createSlot } from '../builders/slots.js';
import { hostileValues } from './hostile-values.js';

// Reaches inside: what is kept of a list from one merge to the next cannot be seen from outside.

const judge = (slot: ProviderSlot) => {
  if (slot.list === undefined) throw new Error('there is no list');
  return judgeList(slot, slot.list);
};

test('a list is judged once', async () => {
  let reads = 0;
  const definition = {
    ...tool('one'),
    get name() {
      reads += 1;
      return 'one';
    },
  };
  const slot = await createSlot('p0', [definition]);
  expect(judge(slot)).toBe(judge(slot));
  expect(reads).toBe(1);
});

test('each definition is judged alone, in the order of the list', async () => {
  const evil = hostileValues().map(([, value]) => value);
  const slot = await createSlot('p0', [tool('first'), ...evil, tool('last')]);
  const { tools, quarantined } = judge(slot);
  expect(tools.map(({ name }) => name)).toEqual(['first', 'last']);
  expect(quarantined).toHaveLength(evil.length);
  for (const { reason } of quarantined) expect(reason).toMatch(/^(A definition|Tool) .+\.$/);
});

test('of many broken definitions the first are named and the others counted', async () => {
  const slot = await createSlot('p0', [...Array.from({ length: 5_000 }, () => ({ name: 'broken' })), tool('good')]);
  const { tools, quarantined } = judge(slot);
  expect(tools.map(({ name }) => name)).toEqual(['good']);
  expect(quarantined).toHaveLength(1_001);
  expect(quarantined.at(-1)).toEqual({
    name: null,
    count: 4_000,
    reason: '4000 more definitions of p0 are broken. Mend the first ones.',
  });
});

test('what is listed no more and still has a label is switched off, for as long as it has one', async () => {
  const tools = [tool('one'), tool('two')];
  const metadata: Record<string, object> = { one: {}, two: {}, never_listed: {} };
  const slot = await createSlot('p0', tools, { metadata });
  expect(switchedOff(slot)).toEqual([]);
  tools.pop();
  await slot.refresh();
  expect(switchedOff(slot)).toEqual(['two']);
  tools.pop();
  await slot.refresh();
  expect(switchedOff(slot).sort()).toEqual(['one', 'two']);
  delete metadata.two;
  await slot.refresh();
  expect(switchedOff(slot)).toEqual(['one']);
  tools.push(tool('one'));
  await slot.refresh();
  expect(switchedOff(slot)).toEqual([]);
});

function switchedOff(slot: ProviderSlot): string[] {
  return judge(slot).switchedOff.map(({ name }) => name);
}
