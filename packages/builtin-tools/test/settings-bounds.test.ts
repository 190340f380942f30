/** What the tools read of numbers is what their definition files say: default, least and most. */
import { readFileSync } from 'node:fs';
import type { ToolConfig } from '@loadout/core/contract';
import { expect, test } from 'vitest';
import { readSettings as readPageSettings } from '../src/read-web-page/settings.js';
import { readSettings as readSearchSettings } from '../src/web-search/settings.js';

interface Field {
  readonly type: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
}

const baseUrl = 'http://127.0.0.1:8888';

test.each([
  ['read_web_page', readPageSettings],
  ['web_search', (config: ToolConfig) => readSearchSettings({ baseUrl, ...config })],
] as const)('the numbers of %s keep to the bounds of its definition', (tool, read) => {
  const file = new URL(`../../../tool_definitions/${tool}.json`, import.meta.url);
  const fields: Readonly<Record<string, Field>> = JSON.parse(readFileSync(file, 'utf8')).settingsSchema.properties;
  const numbers = Object.entries(fields).filter(([, field]) => field.type === 'integer' && field.default !== undefined);
  expect(numbers).not.toEqual([]);
  for (const [name, field] of numbers) {
    const readAs = (value: number): unknown => read({ [name]: value });
    expect(read({}), name).toEqual(readAs(field.default ?? 0));
    expect(readAs(field.minimum - 1), name).toEqual(readAs(field.minimum));
    expect(readAs(field.maximum + 1), name).toEqual(readAs(field.maximum));
    expect(readAs(field.minimum + 1), name).not.toEqual(readAs(field.minimum));
    expect(readAs(field.maximum - 1), name).not.toEqual(readAs(field.maximum));
  }
});
