import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownFields, parseDefinitionFile } from '../../src/catalogue/definition-file.js';
import { hasHiddenCharacters } from '../../src/catalogue/hidden-characters.js';
import { commonKeywords, typeKeywords } from '../../src/settings/settings-field.js';
import { parseSettingsSchema } from '../../src/settings/settings-schema.js';

const reference = readDocument('reference/definition-files.md');
const guide = readDocument('guides/settings.md');

function readDocument(path: string): string {
  return readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8');
}

function readExample(document: string): unknown {
  return JSON.parse(/```json\n([\s\S]*?)\n```/.exec(document)?.[1] ?? '');
}

test('the example of a definition file is one', () => {
  expect(parseDefinitionFile(readExample(reference), ['chat', 'assistant'])).toEqual(readExample(reference));
});

test('the example of settings is one', () => {
  expect(parseSettingsSchema(readExample(guide))).toHaveProperty('fields');
});

test('the reference lists every field of a definition file, and no other', () => {
  const listed = [...reference.matchAll(/^\| `([\w$.]+)` \|/gm)].map(([, field]) => field);
  const [root = [], body = [], visibility = []] = knownFields.map(([, fields]) => fields);
  const fields = [
    ...root.filter((field) => field !== 'function'),
    ...body.map((field) => `function.${field}`),
    ...visibility.map((field) => `visibleIn.${field}`),
  ];
  expect(listed.filter((field) => field !== 'implementationKey' || root.includes(field)).sort()).toEqual(fields.sort());
});

test('the guide names every keyword of settings', () => {
  for (const keyword of [...commonKeywords, ...Object.values(typeKeywords).flat()]) {
    expect(guide, keyword).toMatch(new RegExp(`[\`"]${keyword.replace('$', '\\$')}[\`"]`));
  }
});

test('every hidden character that the reference lists is one', () => {
  const list = reference.slice(reference.indexOf('Removed are'), reference.indexOf('halves of surrogate pairs'));
  const ranges = [...list.matchAll(/U\+([0-9A-F]{4,5})(?: to U\+([0-9A-F]{4,5}))?/g)];
  expect(ranges.length).toBeGreaterThan(15);
  for (const [, first = '', last = first] of ranges) {
    for (const code of [Number.parseInt(first, 16), Number.parseInt(last, 16)]) {
      expect(hasHiddenCharacters(`a${String.fromCodePoint(code)}`), code.toString(16)).toBe(true);
    }
  }
});
