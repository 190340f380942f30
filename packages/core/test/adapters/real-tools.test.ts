import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertSchemaFor } from '../../src/adapters/convert-schema.js';
import type { ConvertedSchema } from '../../src/adapters/converted-schema.js';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/contract/json.js';
import type { ModelApi } from '../../src/contract/model.js';
import { checkSchema } from '../../src/schema/check-schema.js';
import { isFull } from '../builders/proof-form.js';
import { createRandom, judgeOf, readParameters, sample, toStrictForm } from '../builders/schema-samples.js';

// Definitions as real servers publish them lie in the folder that LOADOUT_CASES names.
const file = process.env.LOADOUT_CASES && join(process.env.LOADOUT_CASES, 'mcp-tools.json');
const isThere = Boolean(file && existsSync(file));
const missing = isThere ? '' : ' (skipped: LOADOUT_CASES names no folder with mcp-tools.json)';

// The short form looks at one tool in twenty.
const EVERY = isFull ? 1 : 20;
const VALUES = isFull ? 12 : 6;

interface RealTool {
  readonly server: string;
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

interface Way {
  readonly api: ModelApi;
  readonly strict: boolean;
  readonly geminiSchema?: 'parameters';
}

// Responses takes what Chat Completions takes.
const ways: readonly Way[] = [
  { api: 'chat', strict: false },
  { api: 'chat', strict: true },
  { api: 'anthropic', strict: false },
  { api: 'anthropic', strict: true },
  { api: 'gemini', strict: false },
  { api: 'gemini', strict: false, geminiSchema: 'parameters' },
];

function toSent(value: JsonValue, { schema, mode, restore }: ConvertedSchema, { api }: Way): JsonValue {
  if (schema === null) return value;
  if (api !== 'anthropic') return mode === 'strict' ? toStrictForm(value, schema) : value;
  const names = Object.keys((schema.properties ?? {}) as JsonObject);
  const sent = new Map(names.map((name) => [Object.keys(restore({ [name]: 1 }) as JsonObject)[0], name]));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, inner]) => [sent.get(name) ?? name, inner]),
  );
}

test.skipIf(!isThere)(
  `no real schema changes its meaning on the way to a model and back${missing}`,
  () => {
    const tools = (JSON.parse(readFileSync(String(file), 'utf8')) as { tools: RealTool[] }).tools.filter(
      ({ inputSchema }, at) =>
        at % EVERY === 0 && checkSchema(inputSchema) === undefined && inputSchema.type === 'object',
    );
    expect(tools.length).toBeGreaterThan(800 / EVERY);
    const counts: Record<string, number> = {};
    const changed: string[] = [];
    for (const [at, { server, name, inputSchema }] of tools.entries()) {
      const own = judgeOf(inputSchema);
      const judges = new Map<string, (value: unknown) => boolean>();
      expect(convertSchemaFor('responses', inputSchema, { strict: true }).schema).toEqual(
        convertSchemaFor('chat', inputSchema, { strict: true }).schema,
      );
      for (const way of ways) {
        const conversion = convertSchemaFor(way.api, inputSchema, way);
        const { mode, schema: wire, remarks, restore } = conversion;
        const key = `${way.api}${way.geminiSchema ? ' parameters' : ''}${way.strict ? ' strict wanted' : ''}: ${mode}`;
        counts[key] = (counts[key] ?? 0) + 1;
        if (mode === 'refused') expect(remarks.length).toBeGreaterThan(0);
        if (wire === null) continue;
        const meant = way.geminiSchema ? readParameters(wire) : wire;
        const text = JSON.stringify(meant);
        const judge = judges.get(text) ?? judgeOf(meant);
        judges.set(text, judge);
        const random = createRandom(at + 1);
        for (let number = 0; number < VALUES; number += 1) {
          const value = sample(inputSchema, random, mode !== 'strict' && way.geminiSchema === undefined);
          if (!own(value)) continue;
          const sent = toSent(value, conversion, way);
          const back = restore(sent);
          // A null may go where `"default": null` says that it means the same as nothing.
          const isSame = JSON.stringify(dropNulls(back)) === JSON.stringify(dropNulls(value));
          if (!judge(sent) || !own(back) || !isSame) changed.push(`${server} ${name} ${key} ${JSON.stringify(value)}`);
        }
        if (mode !== 'strict') continue;
        for (let number = 0; number < VALUES; number += 1) {
          const sent = sample(wire, random, false);
          if (judge(sent) && !own(restore(sent))) changed.push(`${server} ${name} ${key} back ${JSON.stringify(sent)}`);
        }
      }
    }
    expect(changed).toEqual([]);
    // Most tools are strict where that is wanted, and hardly any is refused.
    expect(counts['chat strict wanted: strict'] ?? 0).toBeGreaterThan(tools.length / 3);
    expect(counts['gemini: refused'] ?? 0).toBe(0);
  },
  300_000,
);

function dropNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as JsonObject).filter(([, inner]) => inner !== null);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, dropNulls(inner)]),
  );
}
