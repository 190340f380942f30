// Writes the validators of the schemas that we own, and of the dialects that tools may use, as code: nothing
// compiles at start, and ajv is not loaded to check a schema. Each output stands alone; it is TypeScript that
// is not checked, so that `tsc` emits it, vitest loads it and esbuild bundles it like any other source.
// Outputs are not committed. A row whose output is up to date is skipped, one whose schema is missing as well.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(join(root, 'package.json'));
const refs = join(dirname(require.resolve('ajv/package.json')), 'dist/refs');

/**
 * A dialect is checked up to the first error and says no messages; its `vocabularies`, the files that it is
 * split into, are merged into one; `replace` changes what it says of a keyword. Our own schemas report all errors.
 */
const rows = [
  {
    schema: join(refs, 'json-schema-draft-07.json'),
    // The draft asks for unique and more than zero values, but says SHOULD.
    replace: { enum: { type: 'array' } },
    isDialect: true,
    output: 'packages/core/src/schema/generated/draft-07.ts',
  },
  {
    schema: join(refs, 'json-schema-2019-09/schema.json'),
    vocabularies: ['core', 'applicator', 'validation', 'meta-data', 'format', 'content'],
    isDialect: true,
    output: 'packages/core/src/schema/generated/draft-2019-09.ts',
  },
  {
    schema: join(refs, 'json-schema-2020-12/schema.json'),
    vocabularies: ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'],
    isDialect: true,
    output: 'packages/core/src/schema/generated/draft-2020-12.ts',
  },
  {
    schema: join(root, 'tool_definitions/definition.schema.json'),
    output: 'packages/core/src/catalogue/generated/definition-file.ts',
  },
  {
    schema: join(root, 'packages/host-cli/src/config/config.schema.json'),
    output: 'packages/host-cli/src/config/generated/config.ts',
  },
];

const types = `
/** One thing that is wrong with a value. */
export interface ValidationError {
  /** JSON pointer to the value that is wrong. */
  readonly instancePath: string;
  readonly schemaPath: string;
  /** The keyword that says no, and what it has to say. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Whether a value fits; \`errors\` says why the last one did not. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}
`;

/** What generated code would otherwise import from ajv. */
const runtime = {
  'ajv/dist/runtime/ucs2length': `(text) => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}`,
  'ajv/dist/runtime/equal': `function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}`,
};

for (const row of rows) {
  if (!existsSync(row.schema)) continue;
  const files = [row.schema, ...(row.vocabularies ?? []).map((name) => join(dirname(row.schema), 'meta', `${name}.json`))];
  const stamp = createHash('sha256');
  for (const file of [fileURLToPath(import.meta.url), require.resolve('ajv/package.json'), ...files]) {
    stamp.update(readFileSync(file));
  }
  const mark = `// Made by scripts/generate-validators.mjs; input ${stamp.digest('hex').slice(0, 16)}.`;
  const output = join(root, row.output);
  if (existsSync(output) && readFileSync(output, 'utf8').includes(mark)) continue;
  const [schema, ...parts] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  if (row.isDialect) {
    delete schema.$id; // ajv has the dialect under this address already
    Object.assign(schema.properties, row.replace);
  }
  const code = generate(row, parts.length > 0 ? mergeVocabularies(schema, parts) : schema);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `// @ts-nocheck\n${mark}\n${types}\n${code}\n`);
  console.log(`generated ${relative(root, output)}`);
}

/** @returns {string} */
function generate({ isDialect = false }, schema) {
  const ajv = new (ajvFor(schema.$schema))({
    allErrors: !isDialect,
    messages: !isDialect,
    strict: false,
    validateFormats: false,
    ownProperties: true,
    code: { source: true, esm: true, lines: true },
  });
  const validate = ajv.compile(schema);
  const source = require('ajv/dist/standalone').default(ajv, validate);
  const exported = /export const validate = (\w+);\s*export default \1;/;
  const name = exported.exec(source)?.[1];
  if (!name) throw new Error('ajv exports the validator in a way that this script does not know');
  const code = source
    .replace(exported, '')
    .replace('"use strict";', '')
    .replace(/require\("([^"]+)"\)(?:\.default)?/g, (_, module) => {
      if (!runtime[module]) throw new Error(`generated code needs ${module}: add it to the table "runtime"`);
      return runtime[module];
    });
  return `${code.trim()}\n\nexport const validate: Validator = ${name};`;
}

function ajvFor(dialect = '') {
  if (dialect.includes('2020-12')) return require('ajv/dist/2020').default;
  if (dialect.includes('2019-09')) return require('ajv/dist/2019').default;
  return require('ajv').default;
}

/**
 * A dialect's schema is split into vocabularies that refer to the whole by `$dynamicRef` or `$recursiveRef`, so
 * that others can extend it. We check against it as it stands, where those mean "the whole again": merged into
 * one schema it says the same and is many times faster.
 */
function mergeVocabularies(schema, parts) {
  const merged = { $schema: schema.$schema, type: schema.type, $defs: {}, properties: {} };
  for (const part of [...parts, schema]) {
    for (const group of ['$defs', 'properties']) {
      for (const [name, value] of Object.entries(part[group] ?? {})) {
        const known = merged[group][name];
        if (known && JSON.stringify(known) !== JSON.stringify(value)) throw new Error(`${group}/${name} is there twice`);
        merged[group][name] = value;
      }
    }
  }
  const whole = JSON.parse(JSON.stringify(merged), (key, value) => {
    if (value?.$dynamicRef === '#meta' || value?.$recursiveRef === '#') return { ...withoutDynamic(value), $ref: '#' };
    // The schema names parts of vocabularies by their address.
    if (typeof value?.$ref === 'string') return { ...value, $ref: value.$ref.replace(/^meta\/[\w-]+#/, '#') };
    return value;
  });
  if (/"\$(dynamic|recursive)Ref":"/.test(JSON.stringify(whole))) throw new Error('a dynamic reference is left');
  return whole;
}

function withoutDynamic({ $dynamicRef: _, $recursiveRef: __, ...rest }) {
  return rest;
}
