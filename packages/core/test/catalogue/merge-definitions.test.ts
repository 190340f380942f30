import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MergeInput, mergeDefinitions } from '../../src/catalogue/merge-definitions.js';
import type { ProviderSlot } from '../../src/companions/provider-slot.js';
import { tool } from '../builders/provider.js';
import { createSlot } from '../builders/slots.js';

// Reaches inside: the rules of a merge for all lists there can be, which hosts would take too long to try.

const nothingElse: Omit<MergeInput, 'slots'> = {
  builtInNames: new Set(),
  builtInsLeftOut: [],
  exposeAs: [],
  companionIds: [],
};
const present = (slots: readonly ProviderSlot[]) => slots.map((slot) => ({ slot, isPresent: true }));

/** Lists of few names, so that they often collide. */
const anyName = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const anyTool = fc.record({ name: anyName, aliases: fc.array(anyName, { maxLength: 3 }) });
const anyLists = fc.array(fc.record({ isPresent: fc.boolean(), tools: fc.array(anyTool, { maxLength: 5 }) }), {
  maxLength: 5,
});

test('of many names and aliases that others have the first are named and the others counted, for each owner', async () => {
  const many = (prefix: string) =>
    Array.from({ length: 3_000 }, (_, index) => tool(`${prefix}${index}`, { aliases: ['victim', `a${index}`] }));
  const slots = present([
    await createSlot('p0', [tool('victim')]),
    await createSlot('p1', [...many('x'), tool('victim')]),
    await createSlot('p2', many('y')),
    await createSlot('p3', [tool('victim')]),
  ]);
  const { leftOut } = mergeDefinitions({ ...nothingElse, slots });
  const of = (owner: string) => leftOut.filter((entry) => entry.owner === owner);
  expect(of('p1')).toHaveLength(1_001);
  expect(of('p1')[0]).toMatchObject({ name: 'victim', status: 'skipped', cause: 'name-taken' });
  expect(of('p1').at(-1)).toEqual({
    name: null,
    owner: 'p1',
    status: 'skipped',
    cause: 'too-many',
    count: 2_001,
    reason: '2001 more names and aliases of p1 are skipped: others have them, or it lists them twice.',
  });
  expect(of('p2')).toHaveLength(1_001);
  expect(of('p2').at(-1)?.reason).toMatch(/^5000 more/);
  expect(of('p3')).toMatchObject([{ name: 'victim', cause: 'name-taken' }]);
});

test('each listed definition is in the catalogue or left out, never both and never neither', async () => {
  await fc.assert(
    fc.asyncProperty(anyLists, fc.subarray(['a', 'b', 'x']), async (lists, builtInNames) => {
      const slots = await Promise.all(
        lists.map(async ({ isPresent, tools }, index) => ({
          isPresent,
          slot: await createSlot(
            `p${index}`,
            tools.map(({ name, aliases }) => tool(name, { aliases })),
          ),
        })),
      );
      const catalogue = mergeDefinitions({ ...nothingElse, slots, builtInNames: new Set(builtInNames) });
      const listed = lists.flatMap(({ isPresent, tools }) => (isPresent ? tools : []));
      const skipped = catalogue.leftOut.filter(({ reason }) => !reason.startsWith('The alias'));
      expect(catalogue.tools.size + skipped.length).toBe(listed.length);

      for (const [name, { slot }] of catalogue.tools) {
        expect(builtInNames).not.toContain(name);
        // The first in the order that lists the name, be it there or away.
        const first = lists.findIndex(({ tools }) => tools.some((one) => one.name === name));
        expect(slot.owner).toBe(`p${first}`);
        expect(lists[first]?.isPresent).toBe(true);
      }
      for (const alias of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const target = catalogue.find(alias);
        if (target === undefined || target.name === alias) continue;
        expect(catalogue.tools.has(alias)).toBe(false);
        expect(builtInNames).not.toContain(alias);
        expect(target.aliases).toContain(alias);
      }
    }),
    { numRuns: 300 },
  );
});

test('equal input gives an equal catalogue, and the same tools as objects', async () => {
  const slots = present([
    await createSlot('p0', [tool('a'), tool('b')]),
    await createSlot('p1', [tool('b'), tool('c')]),
  ]);
  const one = mergeDefinitions({ ...nothingElse, slots });
  const other = mergeDefinitions({ ...nothingElse, slots });
  expect([...other.tools]).toEqual([...one.tools]);
  for (const [name, listed] of one.tools) expect(other.tools.get(name)).toBe(listed);
  expect(other.leftOut).toEqual(one.leftOut);
});

test('an alias is free for its own tool’s companion where the name is kept for it', async () => {
  const slots = present([await createSlot('builtin', [tool('new_name', { aliases: ['old_name'] })])]);
  const catalogue = mergeDefinitions({ ...nothingElse, slots, builtInNames: new Set(['new_name', 'old_name']) });
  expect(catalogue.canonicalName('old_name')).toBe('new_name');
  expect(catalogue.leftOut).toEqual([]);
});

test('a slot without a list changes nothing', async () => {
  const hanging = await createSlot('p0', 'no list' as never);
  const slots = present([hanging, await createSlot('p1', [tool('a')])]);
  expect(hanging.list).toBeUndefined();
  expect([...mergeDefinitions({ ...nothingElse, slots }).tools.keys()]).toEqual(['a']);
});

test('10,000 tools with a rule of the operator’s merge in no time', async () => {
  const tools = Array.from({ length: 10_000 }, (_, number) => tool(`tool_${number}`));
  const slots = present([await createSlot('p0', tools), await createSlot('p1', tools)]);
  const exposeAs = [{ owner: 'p1', tool: 'tool_5', as: 'another_5' }];
  const startedAt = performance.now();
  const catalogue = mergeDefinitions({ ...nothingElse, slots, exposeAs });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(catalogue.tools.size).toBe(10_001);
  expect(catalogue.leftOut).toHaveLength(1_001);
});
