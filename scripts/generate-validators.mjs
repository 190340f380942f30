// Writes the validators of the schemas that we own as code: nothing compiles at start, and ajv is not loaded.
// Each output stands alone; it is TypeScript that is not checked, so that `tsc` emits it, vitest loads it and
// esbuild bundles it like any other source.
// What comes from outside may be wrong in a million places: all errors are collected for small values only, and for
// others the first one is looked for, which is where validation ends.
// Outputs are not committed. A row whose output is up to date is skipped, one whose schema is missing as well.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(join(root, 'package.json'));

/** Of larger values, by a rough count of characters, only the first error is looked for. */
const COLLECT_UP_TO = 200_000;

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
    schema: 'packages/core/src/settings/organisation.schema.json',
    output: 'packages/core/src/settings/generated/organisation.ts',
    // Each entry is judged alone, so all that is wrong has to be known; the file is the organisation's own.
    collectUpTo: 10_000_000,
  },
  {
    schema: 'packages/host-cli/src/config/config.schema.json',
    output: 'packages/host-cli/src/config/generated/config.ts',
    // Parts of it are left out, so all of them have to be known; and the file is the operator's own.
    collectUpTo: 10_000_000,
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

/** What is wrong with a value. */
export interface Findings {
  /** None: it fits. */
  readonly errors: readonly ValidationError[];
  /** False: the value is large, and its first error alone was looked for. */
  readonly areAll: boolean;
}

/** Looks for what is wrong with a value that was read from JSON. */
export type Validator = (value: unknown) => Findings;
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

/** Functions of generated code, written here so that they are read and linted like any other. */
const helpers = [append, isSmall, find].map(String);

/** `list` with the errors `more`; `list` may be null. */
function append(list, more) {
  const errors = list ?? [];
  for (const error of more) errors.push(error);
  return errors;
}

/** Whether a value has no more than `maximum` characters as JSON text, by a rough count. */
function isSmall(value, maximum) {
  const open = [value];
  let left = maximum;
  // Each value is paid for before it is kept, so that what is kept is small too.
  while (open.length > 0 && left >= 0) {
    const next = open.pop();
    if (typeof next === 'string') left -= next.length;
    if (typeof next !== 'object' || next === null) continue;
    const keys = Array.isArray(next) ? undefined : Object.keys(next);
    left -= 10 * (keys ?? next).length;
    if (left < 0) return false;
    for (const key of keys ?? []) {
      left -= key.length;
      open.push(next[key]);
    }
    if (keys === undefined) for (const entry of next) open.push(entry);
  }
  return left >= 0;
}

/** The findings of two validators: one stops at the first error, the other collects all. */
function find(value, { first, all, maximum }) {
  if (first(value)) return { errors: [], areAll: true };
  if (!isSmall(value, maximum)) return { errors: first.errors, areAll: false };
  all(value);
  return { errors: all.errors, areAll: true };
}

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
  const code = row.definitions === undefined ? generate(schema, row) : generateDefinitions(schema, row);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, `// @ts-nocheck\n${mark}\n${types}\n${code}\n`);
  console.log(`generated ${row.output}`);
}

/** The code of `findErrors`. */
function generate(schema, { collectUpTo = COLLECT_UP_TO }) {
  const exported = /export const validate = (\w+);\s*export default \1;/;
  const write = (allErrors) => {
    const ajv = createAjv(schema, { allErrors });
    const source = require('ajv/dist/standalone').default(ajv, ajv.compile(schema));
    const name = exported.exec(source)?.[1];
    if (!name) throw new Error('ajv exports the validator in a way that this script does not know');
    return inScope(source.replace(exported, ''), name);
  };
  return [
    ...helpers,
    `const first = ${write(false)};`,
    `const all = ${write(true)};`,
    '/** What is wrong with a value that was read from JSON. */',
    `export const findErrors: Validator = (value) => find(value, { first, all, maximum: ${collectUpTo} });`,
  ].join('\n\n');
}

/** The code of validators by the names of definitions, and the definitions themselves. */
function generateDefinitions(schema, { definitions, collectUpTo = COLLECT_UP_TO }) {
  const id = 'schemas';
  const names = Object.keys(schema.$defs).filter((name) => definitions.test(name));
  const references = Object.fromEntries(names.map((name) => [name, `${id}#/$defs/${name}`]));
  const write = (allErrors) => {
    const ajv = createAjv({ ...schema, $id: id }, { allErrors, verbose: true, discriminator: true });
    // ajv names exports as they are given here, and they begin with a letter.
    const source = require('ajv/dist/standalone').default(ajv, references);
    return inScope(source.replaceAll(/^export const (\w+) = (\w+);/gm, 'const $1 = $2;'), `{ ${names.join(', ')} }`);
  };
  const entries = names.map(
    (name) => `  ${name}: (value) => find(value, { first: first.${name}, all: all.${name}, maximum: ${collectUpTo} }),`,
  );
  return [
    ...helpers,
    `const first = ${write(false)};`,
    `const all = ${write(true)};`,
    `/** Validators by the name of the definition. */`,
    `export const validators: Readonly<Record<string, Validator>> = {\n${entries.join('\n')}\n};`,
    `/** All definitions. */`,
    `export const definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(schema.$defs, null, 2)};`,
  ].join('\n\n');
}

function createAjv(schema, options) {
  const ajv = new (ajvFor(schema.$schema))({
    strict: false,
    validateFormats: false,
    ownProperties: true,
    code: { source: true, esm: true, lines: true },
    ...options,
  });
  if (schema.$id !== undefined) ajv.addSchema(schema);
  return ajv;
}

/** The names of two validators are the same; each has a scope of its own. */
function inScope(source, result) {
  return `(() => {\n${collectInOneList(tidy(source))}\nreturn ${result};\n})()`;
}

/** ajv copies the whole list of errors for each entry that has some. */
function collectInOneList(source) {
  const code = source.replaceAll(
    /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g,
    'vErrors = append(vErrors, $1.errors);',
  );
  if (code.includes('.concat(')) throw new Error('ajv joins errors in a way that this script does not know');
  return code;
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
