import type { ToolDefinition } from '@loadout/core';
import { expect, test } from 'vitest';
import { ProviderSlot } from '../../src/companions/provider-slot.js';
import { createManualClock, settle } from '../builders/manual-clock.js';
import { createProvider, tool } from '../builders/provider.js';

// Reaches inside: a slot that nobody registered, and a clock that is set while others run on.

test('a clock that is set back delays no list that is asked again', async () => {
  const clock = createManualClock();
  let setBackMs = 0;
  const provider = createProvider(['one']);
  const slot = createSlot(
    {
      ...clock,
      now: () => clock.now() - setBackMs,
      monotonic: () => clock.now(),
    },
    provider,
  );
  await slot.refresh();
  setBackMs = 3_600_000;
  slot.invalidate();
  await clock.advance(1_000);
  expect(provider.asked.getTools).toBe(2);
});

test('a slot that waits for its provider asks nobody, and plans nothing', async () => {
  const clock = createManualClock();
  const slot = createSlot(clock, undefined);
  slot.restore({ id: undefined, list: { tools: [tool('one')], listedAt: 5 }, metadata: new Map(), droppedTools: [] });
  await slot.firstList();
  await slot.refresh();
  slot.invalidate();
  expect(clock.pending).toBe(0);
  expect(slot).toMatchObject({ state: 'loading', isRestored: true, nextTryAt: undefined });

  const provider = createProvider(['two']);
  slot.adopt(provider);
  await slot.firstList();
  expect(slot.list?.tools).toEqual([tool('two')]);
  expect(slot).toMatchObject({ state: 'ready', isRestored: false });
});

test('a list of an earlier run never replaces one that came', async () => {
  const slot = createSlot(createManualClock(), createProvider(['new']));
  await slot.refresh();
  slot.restore({ id: undefined, list: { tools: [tool('old')], listedAt: 5 }, metadata: new Map(), droppedTools: [] });
  expect(slot.list?.tools).toEqual([tool('new')]);
  expect(slot.isRestored).toBe(false);
});

test('when it is asked again is known while it fails, and while a change is due', async () => {
  const clock = createManualClock(0);
  let answer: readonly ToolDefinition[] | undefined;
  const slot = createSlot(
    clock,
    createProvider([], {
      getTools: () => {
        if (answer === undefined) throw new Error('away');
        return answer;
      },
    }),
  );
  await slot.refresh();
  expect(slot.nextTryAt).toBe(1_000);
  answer = [];
  await clock.advance(1_000);
  expect(slot.nextTryAt).toBeUndefined();
  slot.invalidate();
  expect(slot.nextTryAt).toBe(1_200);
  await clock.advance(200);
  await settle();
  expect(slot.nextTryAt).toBeUndefined();
});

function createSlot(
  clock: ConstructorParameters<typeof ProviderSlot>[3]['clock'],
  provider: ReturnType<typeof createProvider> | undefined,
): ProviderSlot {
  return new ProviderSlot('@acme/alpha', undefined, provider, {
    clock,
    listTimeoutMs: 5_000,
    settings: () => ({}),
    secrets: () => [],
    changed: () => undefined,
    report: () => undefined,
    note: () => undefined,
  });
}

test('a slot says how long its last good answer took, and how often asking has failed since', async () => {
  const clock = createManualClock();
  const provider = createProvider(['one']);
  const list = provider.getTools;
  let isBroken = false;
  provider.getTools = async () => {
    await clock.advance(120);
    if (isBroken) throw new Error('broken');
    return list();
  };
  const slot = createSlot(clock, provider);
  expect(slot).toMatchObject({ listedInMs: undefined, failures: 0 });
  await slot.refresh();
  expect(slot).toMatchObject({ listedInMs: 120, failures: 0 });
  isBroken = true;
  await slot.refresh();
  await slot.refresh();
  expect(slot).toMatchObject({ state: 'stale', listedInMs: 120, failures: 2 });
  isBroken = false;
  await slot.refresh();
  expect(slot).toMatchObject({ state: 'ready', failures: 0 });
});
