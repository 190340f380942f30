import type { JsonSchema } from '../contract/json.js';

/** A version of JSON Schema that schemas are checked and validated in (contract 6.4). */
export type Dialect = 'draft-07' | '2019-09' | '2020-12';

/** The dialect of a schema, or why it has none and what to do. */
export type DialectFinding = { readonly dialect: Dialect } | { readonly reason: string };

const byAddress: ReadonlyMap<string, DialectFinding> = new Map([
  // What these two say means the same in draft-07, but for what the check of the schema names then.
  ['json-schema.org/draft-04/schema', { dialect: 'draft-07' }],
  ['json-schema.org/draft-06/schema', { dialect: 'draft-07' }],
  ['json-schema.org/draft-07/schema', { dialect: 'draft-07' }],
  ['json-schema.org/draft/2019-09/schema', { dialect: '2019-09' }],
  ['json-schema.org/draft/2020-12/schema', { dialect: '2020-12' }],
]);

const byDefault: DialectFinding = { dialect: '2020-12' };

/** Which dialect `schema` says it is written in; 2020-12 when it names none. */
export function dialectOf(schema: JsonSchema): DialectFinding {
  const address = schema.$schema;
  if (address === undefined) return byDefault;
  const known = typeof address === 'string' ? byAddress.get(dialectAddress(address)) : undefined;
  if (known) return known;
  const shown = JSON.stringify(address).slice(0, 200);
  return {
    reason:
      `"$schema" is ${shown}, a dialect that is not known here. Write "http://json-schema.org/draft-07/schema#", ` +
      `"https://json-schema.org/draft/2019-09/schema" or "https://json-schema.org/draft/2020-12/schema", ` +
      `or leave "$schema" out for the last of them.`,
  };
}

/** `address` without what makes no difference: the scheme, and an empty fragment. */
function dialectAddress(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/#$/, '');
}
