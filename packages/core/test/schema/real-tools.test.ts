import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../src/contract/json.js';
import { checkSchema } from '../../src/schema/check-schema.js';
import { createSchemaCompiler } from '../../src/schema/compile-schema.js';

// Definitions as real servers publish them lie in the folder that LOADOUT_CASES names.
const file = process.env.LOADOUT_CASES && join(process.env.LOADOUT_CASES, 'mcp-tools.json');
const isThere = Boolean(file && existsSync(file));
const missing = isThere ? '' : ' (skipped: LOADOUT_CASES names no folder with mcp-tools.json)';

interface RealTool {
  readonly server: string;
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

const readTools = (): readonly RealTool[] =>
  (JSON.parse(readFileSync(String(file), 'utf8')) as { tools: RealTool[] }).tools;

test.skipIf(!isThere)(
  `real schemas are checked and compile, or are refused with place and remedy${missing}`,
  async () => {
    const compiler = createSchemaCompiler();
    const counts = { compiled: 0, refused: 0 };
    const refusals: string[] = [];
    for (const { server, name, inputSchema, outputSchema } of readTools()) {
      for (const [kind, schema] of Object.entries({ inputSchema, outputSchema })) {
        if (schema === undefined) continue;
        const reason = checkSchema(schema);
        if (reason === undefined) {
          const compiled = await compiler.compile(server, schema, `${server}/${name}/${kind}`);
          expect(compiled.validate(5)).toBe(false);
          counts.compiled += 1;
        } else {
          expect(reason).toMatch(/^"\/.*takes .*\.$/);
          refusals.push(`${server} ${name} ${kind}: ${reason}`);
          counts.refused += 1;
        }
      }
    }
    console.error(`real schemas: ${JSON.stringify(counts)}`, refusals);
    expect(counts.compiled).toBeGreaterThan(1_000);
    expect(counts.refused).toBeLessThan(counts.compiled / 100);
  },
  60_000,
);

test.skipIf(!isThere)(
  `real schemas judge as the compiler by itself does${missing}`,
  async () => {
    const compiler = createSchemaCompiler();
    const options = {
      strict: false,
      validateFormats: false,
      logger: false,
      addUsedSchema: true,
      ownProperties: true,
    } as const;
    const bare = { '07': () => new Ajv(options), '2020': () => new Ajv2020(options) };
    const leaf = fc.oneof(
      fc.constantFrom('', 'a', '2024-01-01', 0, 1, 10, 0.5, true, null),
      fc.constant([]),
      fc.constant({}),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('any'), { maxLength: 2 })),
    })).any;
    for (const { server, name, inputSchema } of readTools()) {
      if (checkSchema(inputSchema) !== undefined) continue;
      const compiled = await compiler.compile(server, inputSchema, `${server}/${name}`);
      const isOld = String(inputSchema.$schema).includes('draft-07');
      const expected = bare[isOld ? '07' : '2020']().compile(inputSchema);
      const names = Object.keys((inputSchema.properties ?? {}) as object);
      const args = fc.dictionary(fc.constantFrom(...names, 'other'), value, { maxKeys: 5 });
      fc.assert(
        fc.property(args, (candidate) => {
          expect([name, compiled.validate(candidate)]).toEqual([name, expected(candidate)]);
        }),
        { numRuns: 20 },
      );
    }
  },
  120_000,
);
