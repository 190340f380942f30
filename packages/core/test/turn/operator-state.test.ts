import { createMemoryStore, type Decision, type Store } from '@loadout/core';
import { expect, test } from 'vitest';
// Inside, because only a store that answers out of order shows it.
import { OperatorState } from '../../src/turn/operator-state.js';
import type { OperatorView } from '../../src/turn/operator-view.js';

const off: Decision = { kind: 'tools-off', subject: '', value: true, updatedAt: '2026-01-01T00:00:00.000Z' };

test('a read that began earlier and ends later does not undo what a newer one found', async () => {
  const answers: ((decisions: readonly Decision[]) => void)[] = [];
  const store: Store = {
    ...createMemoryStore(),
    listDecisions: () => new Promise((resolve) => void answers.push(resolve)),
  };
  const told: boolean[] = [];
  const state = new OperatorState(store, ({ toolsOff }: OperatorView) => void told.push(toolsOff));
  const earlier = state.at(1);
  const newer = state.at(2);
  answers[1]?.([off]);
  expect((await newer).toolsOff).toBe(true);
  answers[0]?.([]);
  expect((await earlier).toolsOff).toBe(false);
  expect(told).toEqual([true]);
  expect(await state.at(2)).toMatchObject({ toolsOff: true });
});

test('a read that failed is tried again by the next one who asks', async () => {
  let isBroken = true;
  const inner = createMemoryStore();
  const store: Store = {
    ...inner,
    listDecisions: async () => {
      if (isBroken) throw new Error('the disk is gone');
      return inner.listDecisions();
    },
  };
  const state = new OperatorState(store, () => undefined);
  await expect(state.at(1)).rejects.toThrow('the disk is gone');
  isBroken = false;
  expect(await state.at(1)).toMatchObject({ toolsOff: false });
});
