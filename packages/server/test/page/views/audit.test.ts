import { expect, test } from 'vitest';
import { listDifferences } from '../../../page/src/views/audit/list-differences.js';

test('of values with fields only those that differ are told, and a hash by its beginning', () => {
  const hash = 'ab12'.repeat(16);
  expect(listDifferences({ owner: '@acme/old', position: 2, hash }, { owner: '@acme/new', position: 2, hash })).toEqual(
    [{ field: 'owner', before: '@acme/old', after: '@acme/new' }],
  );
  expect(listDifferences(null, { definitionHash: hash, settingsOverride: null, own: { a: 1 } })).toEqual([
    { field: 'definitionHash', before: undefined, after: 'ab12ab12ab12…' },
    { field: 'own', before: undefined, after: '{"a":1}' },
  ]);
  expect(listDifferences({ name: 'x' }, null)).toEqual([{ field: 'name', before: 'x', after: undefined }]);
});

test('other values are told whole', () => {
  expect(listDifferences('ask', 'deny')).toEqual([{ field: undefined, before: 'ask', after: 'deny' }]);
  expect(listDifferences([1], { a: 1 })).toEqual([{ field: undefined, before: '[1]', after: '{"a":1}' }]);
  expect(listDifferences(null, true)).toEqual([{ field: undefined, before: undefined, after: 'true' }]);
  expect(listDifferences(null, null)).toEqual([{ field: undefined, before: undefined, after: undefined }]);
});
