import { createSettingsReader, isToolBlockedError } from '@loadout/core/contract';
import { expect, test } from 'vitest';

const config = {
  name: '  Ada ',
  blank: ' ',
  ratio: 0.5,
  count: 3,
  on: false,
  engine: 'brave',
  hosts: ['a.example ', '', 5, 'b.example'],
  nothing: null,
};
const settings = createSettingsReader(config, { of: 'web_search' });

test('values are read by their type, texts without the space around them', () => {
  expect(settings.text('name')).toBe('Ada');
  expect(settings.requireText('name')).toBe('Ada');
  expect(settings.number('ratio')).toBe(0.5);
  expect(settings.requireNumber('count')).toBe(3);
  expect(settings.integer('count')).toBe(3);
  expect(settings.boolean('on', true)).toBe(false);
  expect(settings.choice('engine', ['searxng', 'brave'])).toBe('brave');
  expect(settings.list('hosts')).toEqual(['a.example', 'b.example']);
});

test('what is absent, blank, null or of another type is the fallback, or nothing', () => {
  for (const field of ['absent', 'blank', 'nothing', 'count']) {
    expect(settings.text(field)).toBeUndefined();
    expect(settings.text(field, 'x')).toBe('x');
  }
  expect(settings.integer('ratio', 7)).toBe(7);
  expect(settings.number('name', 1)).toBe(1);
  expect(settings.boolean('name')).toBeUndefined();
  expect(settings.choice('engine', ['searxng'], 'searxng')).toBe('searxng');
  expect(settings.list('name')).toEqual([]);
  expect(settings.list('absent', ['z'])).toEqual(['z']);
  expect(createSettingsReader({}).text('constructor')).toBeUndefined();
});

test('what is required and missing is said to the model, which can say it to people', () => {
  const read = () => settings.requireText('blank');
  expect(read).toThrow('web_search is not configured: the setting "blank" is missing. The operator can set it.');
  expect(() => settings.requireNumber('name')).toThrow('"name" is missing');
  try {
    read();
  } catch (error) {
    expect(isToolBlockedError(error)).toBe(true);
  }
});
