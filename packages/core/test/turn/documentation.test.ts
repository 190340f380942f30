import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GATES } from '../../src/turn/gates.js';

test('the guide explains every code of withheld tools, in the order in which they count, and no other', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/operate.md', import.meta.url), 'utf8');
  const [section = ''] = /^### Why a tool is withheld$[^#]*(?:#(?!#)[^#]*)*/m.exec(guide) ?? [];
  const listed = [...section.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, code]) => code);
  expect(listed).toEqual(GATES.map(({ code }) => code));
});
