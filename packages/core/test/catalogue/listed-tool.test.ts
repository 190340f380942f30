import { expect, test } from 'vitest';
import { ListedTool } from '../../src/catalogue/listed-tool.js';
import { checkSchema } from '../../src/schema/check-schema.js';
import { tool } from '../builders/provider.js';
import { createSlot, type SlotOptions } from '../builders/slots.js';

// Reaches inside: when a definition is copied, and how often, cannot be seen from outside.

async function list(raw: unknown, name = 'one', options: SlotOptions = {}): Promise<ListedTool> {
  return new ListedTool(name, name, await createSlot('p0', [], options), [], raw);
}

test('a definition is checked once, whatever the verdict', async () => {
  let checks = 0;
  const count = (schema: Parameters<typeof checkSchema>[0]) => {
    checks += 1;
    return checkSchema(schema);
  };
  const good = await list(tool('one'));
  expect(good.check(count)).toBe(good.check(count));
  expect(checks).toBe(1);
  const broken = await list(tool('one', { schema: { type: 'object', properties: { a: { type: 'strng' } } } }));
  expect(broken.check(count)).toBe(broken.check(count));
  expect(checks).toBe(2);
  expect(broken.check(count)).toEqual({ reason: expect.stringContaining('/properties/a/type') });
});

test('hidden characters are reported once, with tool and owner', async () => {
  const reported: unknown[] = [];
  const listed = await list(tool('one', { description: 'Reads\u200B pages.' }), 'one', {
    report: (error) => reported.push(error),
  });
  listed.check(checkSchema);
  listed.check(checkSchema);
  expect(reported).toEqual([
    expect.objectContaining({
      code: 'TOOL_TEXT_CLEANED',
      message: expect.stringContaining('"one" of p0: 1 at /description'),
    }),
  ]);
});

test('a verdict that is taken back announces the change once', async () => {
  let changes = 0;
  const listed = await list(tool('one'), 'one', {
    changed: () => {
      changes += 1;
    },
  });
  const before = changes;
  listed.check(checkSchema);
  listed.quarantine('It cannot be compiled.');
  listed.quarantine('Again.');
  expect(listed.check(checkSchema)).toEqual({ reason: 'It cannot be compiled.' });
  expect(changes).toBe(before + 1);
});

test('under the operator’s name it is one object, with its own name for its provider', async () => {
  const listed = await list(tool('one'));
  const exposed = listed.exposedAs('another');
  expect(exposed).toMatchObject({ name: 'another', ownName: 'one', owner: 'p0' });
  expect(listed.exposedAs('another')).toBe(exposed);
  expect(listed.exposedAs('third')).not.toBe(exposed);
});
