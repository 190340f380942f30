/** The exported types of results say what the output schemas do: the compiler holds the samples to the types. */
import { builtinTools, type ReadWebPageResult, type WebSearchResult } from '@loadout/builtin-tools';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
}

/** Null, a status or a member that may be missing is of one sample; all members are of another. */
const read: readonly ReadWebPageResult[] = (['complete', 'partial or truncated', 'empty response'] as const).map(
  (status) => ({
    untrusted_content_begins: '<<<',
    url: 'https://site.example/',
    final_url: 'https://site.example/',
    status,
    retrieved_at_utc: '2026-11-30T20:00:00.000Z',
    page: 1,
    total_pages: 1,
    has_more: false,
    content: { text_content: 'Text', title: null, description: null, authors: ['Ada'] },
    metadata: {
      language: null,
      published_time: null,
      modified_time: null,
      media_type: 'text/html',
      warnings: [],
      original_content_characters: 4,
      returned_content_characters: 4,
    },
    untrusted_content_ends: '>>>',
  }),
);

const found: readonly WebSearchResult[] = (['complete', 'partial or truncated', 'snippet only'] as const).map(
  (status) => ({
    untrusted_content_begins: '<<<',
    candidate_count: 1,
    result_count: 1,
    retrieval_timed_out: false,
    results: [
      {
        requested_url: 'https://site.example/',
        search_metadata: { rank: 1, final_url: null, published_date: null },
        page: { status, reason: null, title: null, description: null, authors: ['Ada'], content: 'Text' },
      },
    ],
    service_remarks: ['Perhaps meant: peat'],
    notes: [],
    untrusted_content_ends: '>>>',
  }),
);

const optional: Readonly<Record<string, readonly string[]>> = { read_web_page: [], web_search: ['service_remarks'] };

test.each([
  ['read_web_page', read],
  ['web_search', found],
] as const)('the type of the result of %s is that of its output schema', (key, samples) => {
  const schema = builtinTools().implementations.find(
    ({ implementationKey }) => implementationKey === key,
  )?.outputSchema;
  const fits = new Ajv2020({ strict: false }).compile(schema ?? false);
  for (const sample of samples) expect(fits(sample), JSON.stringify(fits.errors)).toBe(true);
  expect(differences(schema as Schema, samples, '')).toEqual(optional[key]);
});

/** Members that only one of both has, statuses that only one has, and members that the schema does not require. */
function differences(schema: Schema, samples: readonly unknown[], at: string): readonly string[] {
  const [sample] = samples;
  if (schema.enum !== undefined) return schema.enum.every((value) => samples.includes(value)) ? [] : [at];
  if (schema.items !== undefined) return differences(schema.items, samples.flat(), at);
  if (schema.properties === undefined) return [];
  const { properties, required = [] } = schema;
  const members = new Set([...Object.keys(properties), ...Object.keys(sample as object)]);
  return [...members].flatMap((name) => {
    const member = properties[name];
    const here = at === '' ? name : `${at}.${name}`;
    const isMissing = member === undefined || !Object.hasOwn(sample as object, name) || !required.includes(name);
    if (isMissing) return [here];
    return differences(
      member,
      samples.map((one) => (one as Readonly<Record<string, unknown>>)[name]),
      here,
    );
  });
}
