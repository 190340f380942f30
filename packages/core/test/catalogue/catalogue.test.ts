import { expect, test } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.js';
import { ListedTool } from '../../src/catalogue/listed-tool.js';
import type { LeftOutTool } from '../../src/contract/report.js';
import { tool } from '../builders/provider.js';
import { createSlot } from '../builders/slots.js';

// Reaches inside: names that every object has must find nothing here, however they get here.

async function createCatalogue(leftOut: readonly LeftOutTool[] = []): Promise<Catalogue> {
  const slot = await createSlot('p0', []);
  const tools = new Map([['one', new ListedTool('one', 'one', slot, ['uno'], tool('one'))]]);
  return new Catalogue({
    tools,
    aliases: new Map([['uno', 'one']]),
    reserved: new Map(),
    exposed: new Map(),
    rules: new Map(),
    leftOut,
    slots: [slot],
  });
}

test('names and aliases find their tool, all else finds nothing', async () => {
  const catalogue = await createCatalogue();
  expect(catalogue.find('one')?.name).toBe('one');
  expect(catalogue.find('uno')?.name).toBe('one');
  expect(catalogue.canonicalName('uno')).toBe('one');
  for (const name of ['', 'two', '__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    expect(catalogue.find(name)).toBeUndefined();
    expect(catalogue.canonicalName(name)).toBe(name);
    expect(catalogue.quarantineOf(name)).toBeUndefined();
  }
});

test('of several reasons for a name, the first quarantine counts', async () => {
  const entry = (name: string | null, status: LeftOutTool['status'], reason: string): LeftOutTool => ({
    name,
    owner: 'p0',
    status,
    cause: 'definition',
    reason,
  });
  const first = entry('broken', 'quarantined', 'first');
  const catalogue = await createCatalogue([
    entry(null, 'quarantined', 'nameless'),
    entry('broken', 'skipped', 'skipped'),
    first,
    entry('broken', 'quarantined', 'second'),
    entry('taken', 'skipped', 'skipped'),
  ]);
  expect(catalogue.quarantineOf('broken')).toBe(first);
  expect(catalogue.quarantineOf('taken')).toBeUndefined();
});
