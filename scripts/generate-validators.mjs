// Writes the validators of the schemas that we own as code: nothing compiles at start, and ajv is not loaded.
// Each output stands alone; it is TypeScript that is not checked, so that `tsc` emits it, vitest loads it and
// esbuild bundles it like any other source.
// Outputs are not committed. A row whose output is up to date is skipped, one whose schema is missing as well.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(join(root, 'package.json'));

const rows = [
  {
    schema: 'tool_definitions/definition.schema.json',
    output: 'packages/core/src/catalogue/generated/definition-file.ts',
  },
  {
    schema: 'packages/core/src/operator/export.schema.json',
    output: 'packages/core/src/operator/generated/export.ts',
  },
  {
    schema: 'packages/host-cli/src/config/config.schema.json',
    output: 'packages/host-cli/src/config/generated/config.ts',
  },
  {
    schema: 'packages/server/src/schemas.json',
    output: 'packages/server/src/generated/schemas.ts',
    // One validator for each definition of this name, and the definitions as data.
    definitions: /(?:Body|Query)$/,
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
  /** The value that is wrong, and the schema that the keyword stands in: with validators of definitions only. */
  readonly data?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
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
  const file = join(root, row.schema);
  if (!existsSync(file)) continue;
  const stamp = createHash('sha256');
  for (const input of [fileURLToPath(import.meta.url), require.resolve('ajv/package.json'), file]) {
    stamp.update(readFileSync(input));
  }
  const mark = `// Made by scripts/generate-validators.mjs; input ${stamp.digest('hex').slice(0, 16)}.`;
  const output = join(root, row.output);
  if (existsSync(output) && readFileSync(output, 'utf8').includes(mark)) continue;
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  const code = row.definitions === undefined ? generate(schema) : generateDefinitions(schema, row.definitions);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `// @ts-nocheck\n${mark}\n${types}\n${code}\n`);
  console.log(`generated ${row.output}`);
}

/** The code of a validator that reports all errors. */
function generate(schema) {
  const ajv = createAjv(schema);
  const source = require('ajv/dist/standalone').default(ajv, ajv.compile(schema));
  const exported = /export const validate = (\w+);\s*export default \1;/;
  const name = exported.exec(source)?.[1];
  if (!name) throw new Error('ajv exports the validator in a way that this script does not know');
  return `${tidy(source.replace(exported, ''))}\n\nexport const validate: Validator = ${name};`;
}

/** The code of validators by the names of definitions, and the definitions themselves. */
function generateDefinitions(schema, pattern) {
  const id = 'schemas';
  const ajv = createAjv({ ...schema, $id: id }, { verbose: true, discriminator: true });
  const names = Object.keys(schema.$defs).filter((name) => pattern.test(name));
  const references = Object.fromEntries(names.map((name) => [name, `${id}#/$defs/${name}`]));
  // ajv names exports as they are given here, and they begin with a letter.
  const source = require('ajv/dist/standalone').default(ajv, references);
  return [
    tidy(source.replaceAll(/^export const (\w+) = (\w+);/gm, 'const $1 = $2;')),
    `/** Validators by the name of the definition. */`,
    `export const validators: Readonly<Record<string, Validator>> = { ${names.join(', ')} };`,
    `/** All definitions. */`,
    `export const definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(schema.$defs, null, 2)};`,
  ].join('\n\n');
}

function createAjv(schema, options = {}) {
  const ajv = new (ajvFor(schema.$schema))({
    allErrors: true,
    strict: false,
    validateFormats: false,
    ownProperties: true,
    code: { source: true, esm: true, lines: true },
    ...options,
  });
  if (schema.$id !== undefined) ajv.addSchema(schema);
  return ajv;
}

/** Without what generated code would import from ajv. */
function tidy(source) {
  return source
    .replace('"use strict";', '')
    .replace(/require\("([^"]+)"\)(?:\.default)?/g, (_, module) => {
      if (!runtime[module]) throw new Error(`generated code needs ${module}: add it to the table "runtime"`);
      return runtime[module];
    })
    .trim();
}

function ajvFor(dialect = '') {
  if (dialect.includes('2020-12')) return require('ajv/dist/2020').default;
  if (dialect.includes('2019-09')) return require('ajv/dist/2019').default;
  return require('ajv').default;
}
