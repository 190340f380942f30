import { expect, test } from 'vitest';
import { createSafeIds } from '../src/host-defaults.js';

test('ids are short, differ, and are never taken for a flag of a command', () => {
  const createId = createSafeIds(undefined);
  const ids = Array.from({ length: 5_000 }, createId);
  for (const id of ids) expect(id).toMatch(/^\w{16}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
