import { expect, test } from 'vitest';
import { dialectOf } from '../../src/schema/dialect.js';

test.each([
  [undefined, '2020-12'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2020-12/schema#', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema#', 'draft-07'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft-07/schema#', 'draft-07'],
  ['http://json-schema.org/draft-06/schema#', 'draft-07'],
  ['http://json-schema.org/draft-04/schema#', 'draft-07'],
])('$schema %j is read as %s', ($schema, dialect) => {
  expect(dialectOf($schema === undefined ? {} : { $schema })).toEqual({ dialect });
});

test.each([
  ['https://example.org/my-dialect'],
  ['draft-07'],
  [''],
  [null],
  [7],
  [['http://json-schema.org/draft-07/schema#']],
])('$schema %j is refused with what to write', ($schema) => {
  const found = dialectOf({ $schema });
  expect(found).toEqual({ reason: expect.stringContaining(`"$schema" is ${JSON.stringify($schema)}`) });
  expect(found).toEqual({ reason: expect.stringContaining('"https://json-schema.org/draft/2020-12/schema"') });
});
