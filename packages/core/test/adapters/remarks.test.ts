import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REMARK_EFFECTS } from '../../src/adapters/remarks.js';

const page = readFileSync(new URL('../../../../docs/reference/model-apis.md', import.meta.url), 'utf8');

test('the reference lists each remark with what follows from it, and no other', () => {
  const section = page.slice(page.indexOf('### Remarks'));
  const rows = [...section.matchAll(/^\| `([a-z-]+)` +\|[^|]+\| ([a-z-]+) +\|$/gm)].map(([, code, effect]) => [
    code,
    effect,
  ]);
  expect(Object.fromEntries(rows)).toEqual(REMARK_EFFECTS);
  expect(rows.length).toBe(Object.keys(REMARK_EFFECTS).length);
});
