import { expect, test } from 'vitest';
import { localize } from '../../src/catalogue/localized-text.js';
import type { LocalizedText } from '../../src/contract/json.js';

const text = { fr: 'cours', en: 'course', de: 'Kurs', 'de-CH': 'Kürsli' };

test.each([
  ['de', 'Kurs'],
  ['de-AT', 'Kurs'],
  ['de-CH', 'Kürsli'],
  ['de-ch', 'Kürsli'],
  ['de-CH-1996', 'Kürsli'],
  ['DE', 'Kurs'],
  ['it', 'course'],
  ['', 'course'],
])('for %s it is %s', (locale, expected) => {
  expect(localize(text, locale, 'none')).toBe(expected);
});

test('without English it is the first', () => {
  expect(localize({ fr: 'cours', es: 'curso' }, 'de', 'none')).toBe('cours');
});

test('one text is for all locales', () => {
  expect(localize('course', 'de', 'none')).toBe('course');
});

const throwing = {
  get en(): string {
    throw new Error('boom');
  },
};
function raise(): never {
  throw new Error('boom');
}

const inherited: object = Object.create({ en: 'inherited' });

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['an empty map', {}],
  ['a blank text', '  '],
  ['blank texts', { en: '', de: ' ' }],
  ['texts of the wrong type', { en: 1, de: {} }],
  ['a getter that throws', throwing],
  ['an inherited text', inherited],
  ['a proxy that throws', new Proxy({}, { ownKeys: () => raise() })],
])('%s becomes the fallback', (_what, value) => {
  expect(localize(value as LocalizedText, 'de', 'none')).toBe('none');
});

test('a locale that is no text does not throw', () => {
  expect(localize(text, undefined as unknown as string, 'none')).toBe('none');
});

test('names of methods are no locales', () => {
  expect(localize({ fr: 'cours' }, 'constructor', 'none')).toBe('cours');
});
