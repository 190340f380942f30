import { expect, test } from 'vitest';
import { adapterFor } from '../../src/adapters/model-adapters.js';
import { convertTool, explainRefusal } from '../../src/turn/convert-offered.js';

test('a conversion that throws refuses its tool, and says so', () => {
  const adapter = {
    ...adapterFor('chat'),
    convertTool: () => {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  const target = { adapter, model: { api: 'chat' } } as const;
  const tool = { name: 'deep', description: 'Deep.', schema: { type: 'object' } } as const;
  const converted = convertTool({}, tool, target);
  expect(converted).toMatchObject({ mode: 'refused', wire: null, remarks: [{ code: 'conversion-failed' }] });
  expect(converted.restore({ a: null })).toEqual({ a: null });
  expect(explainRefusal(converted, target)).toMatch(/Maximum call stack size exceeded/);
});
