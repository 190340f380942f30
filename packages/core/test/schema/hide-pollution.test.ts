import { expect, test } from 'vitest';
import { createSchemaCompiler } from '../../src/schema/compile-schema.js';
import { hidePollution } from '../../src/schema/hide-pollution.js';

const pollutable = Object.prototype as unknown as Record<string, unknown>;

test('what is added to Object.prototype is hidden from loops, and keeps its value', () => {
  try {
    pollutable.added = 'yes';
    expect(hidePollution()).toEqual(['added']);
    const seen: string[] = [];
    for (const name in {}) seen.push(name);
    expect(seen).toEqual([]);
    expect(({} as Record<string, unknown>).added).toBe('yes');
    expect(hidePollution()).toEqual([]);
  } finally {
    delete pollutable.added;
  }
});

test('a schema compiles while Object.prototype is polluted, and that is said once', async () => {
  const told: (readonly string[])[] = [];
  const compiler = createSchemaCompiler((names) => told.push(names));
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  try {
    pollutable.polluted = 'yes';
    const compiled = await compiler.compile('@acme/x', schema, 'hash');
    expect([compiled.validate({ n: 1 }), compiled.validate({})]).toEqual([true, false]);
    expect(compiled.explain({})).toHaveLength(1);
    await compiler.compile('@acme/x', { ...schema, title: 'other' }, 'hash-2');
    expect(told).toEqual([['polluted']]);
  } finally {
    delete pollutable.polluted;
  }
});
