import type { LocalizedText } from '@loadout/core/contract';
import { expect, test } from 'vitest';
import { courseToolMetadata, courseTools } from '../src/course-tools.js';
import { settingsSchema } from '../src/settings.js';

interface Described {
  readonly title?: LocalizedText;
  readonly description?: LocalizedText;
}

test('each tool and each setting is described in English and in German', () => {
  // The schema is JSON; what it says of a setting has this form.
  const settings = Object.entries(settingsSchema.properties as unknown as Readonly<Record<string, Described>>);
  const texts: [string, LocalizedText | undefined][] = [
    ...courseTools.flatMap(({ name, label, summary }): [string, LocalizedText | undefined][] => [
      [`${name} label`, label],
      [`${name} summary`, summary],
    ]),
    ...Object.entries(courseToolMetadata).map(([name, { label }]): [string, LocalizedText | undefined] => [
      name,
      label,
    ]),
    ...settings.flatMap(([name, { title, description }]): [string, LocalizedText | undefined][] => [
      [`${name} title`, title],
      [`${name} description`, description],
    ]),
  ];
  expect(texts.length).toBeGreaterThan(8);
  for (const [what, text] of texts) {
    expect(text, what).toEqual({ en: expect.stringMatching(/\S/), de: expect.stringMatching(/\S/) });
  }
});
