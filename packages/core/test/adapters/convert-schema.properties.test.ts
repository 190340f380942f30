import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertSchemaFor } from '../../src/adapters/convert-schema.js';
import { REMARK_EFFECTS } from '../../src/adapters/remarks.js';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/contract/json.js';
import { MODEL_APIS } from '../../src/contract/model.js';
import { isFull } from '../builders/proof-form.js';
import {
  createRandom,
  judgeOf,
  readParameters,
  sample,
  tameToolSchemas,
  toolSchemas,
  toStrictForm,
} from '../builders/schema-samples.js';

const VALUES = isFull ? 12 : 6;
const runs = { numRuns: isFull ? 60 : 15 };
/** By any code: a remark's is a text. */
const effects: Readonly<Record<string, string>> = REMARK_EFFECTS;
const longRuns = { numRuns: isFull ? 100 : 25 };

/** Proposals that a schema accepts. */
function acceptedValues(schema: JsonSchema, seed: number, hasExtras: boolean): JsonValue[] {
  const random = createRandom(seed);
  const judge = judgeOf(schema);
  const proposals = Array.from({ length: VALUES }, () => sample(schema, random, hasExtras));
  return proposals.filter((value) => judge(value));
}

/** Names as they are sent instead, by the tool's own. */
function sentNames(own: JsonSchema, restore: (args: JsonValue) => JsonValue, wire: JsonSchema): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of Object.keys((wire.properties ?? {}) as JsonObject)) {
    const [restored] = Object.keys(restore({ [name]: 1 }) as JsonObject);
    if (restored !== undefined && restored !== name) names.set(restored, name);
  }
  expect(Object.keys((own.properties ?? {}) as JsonObject).filter((name) => names.has(name)).length).toBe(names.size);
  return names;
}

/** A value with the names that are sent, at every level. */
function renameDeep(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => renameDeep(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(entries.map(([name, inner]) => [names.get(name) ?? name, renameDeep(inner, names)]));
}

for (const api of MODEL_APIS) {
  test(`what a schema accepts is accepted non-strict as ${api} gets it, and comes back unchanged`, () => {
    fc.assert(
      fc.property(toolSchemas(), fc.nat(), (schema, seed) => {
        const { mode, schema: wire, restore, remarks } = convertSchemaFor(api, schema, { strict: false });
        expect(mode).toBe('non-strict');
        if (wire === null) throw new Error('nothing was sent');
        for (const { code } of remarks) expect(REMARK_EFFECTS).toHaveProperty(code);
        const judge = judgeOf(wire);
        const names = api === 'anthropic' ? sentNames(schema, restore, wire) : new Map<string, string>();
        for (const value of acceptedValues(schema, seed, true)) {
          const sent = Object.fromEntries(
            Object.entries(value as JsonObject).map(([name, inner]) => [names.get(name) ?? name, inner]),
          );
          expect(judge(sent), JSON.stringify({ value, wire })).toBe(true);
          expect(restore(sent)).toEqual(value);
        }
      }),
      runs,
    );
  }, 60_000);
}

for (const api of ['chat', 'anthropic'] as const) {
  test(`a strict schema for ${api} accepts the values of the original and restores to nothing else`, () => {
    let strict = 0;
    fc.assert(
      fc.property(fc.oneof(toolSchemas(), tameToolSchemas()), fc.nat(), (schema, seed) => {
        const { mode, schema: wire, restore } = convertSchemaFor(api, schema, { strict: true });
        if (mode !== 'strict' || wire === null) return;
        strict += 1;
        const judge = judgeOf(wire);
        const own = judgeOf(schema);
        const names = api === 'anthropic' ? sentNames(schema, restore, wire) : new Map<string, string>();
        for (const value of acceptedValues(schema, seed, false)) {
          const sent = Object.fromEntries(
            Object.entries(value as JsonObject).map(([name, inner]) => [names.get(name) ?? name, inner]),
          );
          const form = api === 'chat' ? toStrictForm(sent, wire) : sent;
          // A null that stands for what is absent may go where the default says that both mean the same.
          expect(judge(form), JSON.stringify({ value, form, wire })).toBe(true);
          expect(own(restore(form))).toBe(true);
          if (!JSON.stringify(schema).includes('"default":null')) expect(restore(form)).toEqual(value);
        }
        for (const sent of acceptedValues(wire, seed, false)) {
          expect(own(restore(sent)), JSON.stringify({ sent, back: restore(sent), schema, wire })).toBe(true);
        }
      }),
      longRuns,
    );
    expect(strict).toBeGreaterThan(isFull ? 10 : 0);
  }, 120_000);
}

test("what a schema accepts is accepted by Gemini's parameters, or the tool is refused with a reason", () => {
  fc.assert(
    fc.property(toolSchemas(), fc.nat(), (schema, seed) => {
      const conversion = convertSchemaFor('gemini', schema, { strict: false, geminiSchema: 'parameters' });
      if (conversion.mode === 'refused') {
        expect(conversion.remarks.map(({ code }) => effects[code])).toContain('refused');
        return;
      }
      const { schema: wire, restore } = conversion;
      if (wire === null) {
        const isSilent = conversion.remarks.some(({ code }) => code === 'counted-as-closed');
        for (const value of isSilent ? [] : acceptedValues(schema, seed, true)) expect(value).toEqual({});
        return;
      }
      const judge = judgeOf(readParameters(wire));
      const names = sentNames(schema, restore, wire);
      for (const value of acceptedValues(schema, seed, true)) {
        const sent = renameDeep(value, names);
        expect(judge(sent), JSON.stringify({ sent, wire })).toBe(true);
        expect(restore(sent)).toEqual(value);
      }
    }),
    longRuns,
  );
}, 60_000);
