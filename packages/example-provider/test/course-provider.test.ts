import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallToolResult, isToolBlockedError, type JsonObject, TOOL_NAME_PATTERN } from '@loadout/core/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CourseProvider } from '../src/course-provider.js';
import { courseTools } from '../src/course-tools.js';
import { createTinyHost } from './tiny-host.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'courses-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function createProvider(settings: JsonObject = {}) {
  const { host, changeSettings } = createTinyHost(settings);
  return { provider: new CourseProvider(host), changeSettings };
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function idsOf({ structuredContent }: CallToolResult): unknown[] {
  const { courses } = structuredContent as { courses: { id: string }[] };
  return courses.map(({ id }) => id);
}

describe('lists', () => {
  test('two tools with legal names, schemas that compile, and a policy that says they only read', () => {
    const { provider } = createProvider();
    const ajv = new Ajv2020({ strict: false });
    const tools = provider.getTools();
    expect(tools.map(({ name }) => name)).toEqual(['course_search', 'course_get']);
    for (const tool of tools) {
      expect(tool.name).toMatch(TOOL_NAME_PATTERN);
      expect(ajv.validateSchema(tool.schema)).toBe(true);
      expect(ajv.validateSchema(tool.outputSchema ?? {})).toBe(true);
      expect(tool.policy).toMatchObject({ readOnly: true, destructive: false, openWorld: false });
    }
  });

  test('the old name is an alias of the search', () => {
    expect(courseTools[0]?.aliases).toEqual(['catalogue_search_courses']);
  });

  test('definitions and metadata are plain JSON', () => {
    const { provider } = createProvider();
    expect(JSON.parse(JSON.stringify(provider.getTools()))).toEqual(provider.getTools());
    expect(JSON.parse(JSON.stringify(provider.getToolMetadata()))).toEqual(provider.getToolMetadata());
  });

  test('every name has a label and a summary in English and German, and an icon', () => {
    const both = { en: expect.stringMatching(/\S/), de: expect.stringMatching(/\S/) };
    const metadata = createProvider().provider.getToolMetadata();
    expect(Object.keys(metadata).sort()).toEqual(['catalogue_search_courses', 'course_get', 'course_search']);
    for (const entry of Object.values(metadata)) {
      expect(entry).toEqual({ label: both, summary: both, icon: expect.any(String) });
    }
  });
});

describe('switched off', () => {
  test('it lists nothing, still gives labels and still recognises its names', () => {
    const { provider } = createProvider({ enabled: false });
    expect(provider.getTools()).toEqual([]);
    expect(provider.getToolMetadata()).toEqual(createProvider().provider.getToolMetadata());
    for (const name of ['course_search', 'course_get', 'catalogue_search_courses']) {
      expect(provider.providesTool(name)).toBe(true);
    }
    for (const name of ['course_delete', 'toString', '']) expect(provider.providesTool(name)).toBe(false);
  });

  test('calls by any of its names are answered with its own error', async () => {
    const { provider } = createProvider({ enabled: false });
    for (const name of ['course_search', 'course_get', 'catalogue_search_courses']) {
      const error = await provider.executeTool(name, {}).catch((thrown: unknown) => thrown);
      expect(isToolBlockedError(error)).toBe(true);
      expect(error).toMatchObject({
        message:
          'The course catalogue is switched off. The operator can switch it on with the setting "enabled" of @loadout/example-provider.',
      });
    }
  });

  test('a changed setting holds from the next call on', async () => {
    const { provider, changeSettings } = createProvider({ enabled: false });
    changeSettings({ enabled: true });
    expect(provider.getTools()).toHaveLength(2);
    expect(idsOf(await provider.executeTool('course_search', { query: 'statistik' }))).toContain('STA-101');
    changeSettings({ enabled: false });
    await expect(provider.executeTool('course_search', { query: 'statistik' })).rejects.toThrow('switched off');
  });
});

describe('course_search', () => {
  const { provider } = createProvider();
  const search = (args: JsonObject) => provider.executeTool('course_search', args);

  test('answers text for the model and the same as data that fits the output schema', async () => {
    const result = await search({ query: 'statistik', limit: 2 });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ page: 1, has_more: true });
    expect(idsOf(result)).toEqual(['STA-101', 'STA-102']);
    const [head, first, second, more] = textOf(result).split('\n');
    expect(head).toMatch(/^\d\d courses found; page 1 of \d\d\.$/);
    expect(first).toBe(
      'STA-101 · Statistik I (Statistics I) · de · bachelor · winter · 6 credits · Mathematics and Statistics',
    );
    expect(second).toContain('STA-102');
    expect(more).toBe('More: page 2.');
    const fits = new Ajv2020({ strict: false }).compile(courseTools[0]?.outputSchema ?? false);
    expect(fits(result.structuredContent)).toBe(true);
  });

  test('pages join without a gap or a repetition', async () => {
    const whole = idsOf(await search({ query: 'statistik', limit: 50 }));
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => search({ query: 'statistik', limit: 7, page })));
    expect(pages.flatMap(idsOf)).toEqual(whole);
    expect(pages.map(({ structuredContent }) => structuredContent?.has_more)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test('ten courses are a page', async () => {
    expect(idsOf(await search({ query: 'statistik' }))).toHaveLength(10);
  });

  test('a page behind the last is empty and says which is the last', async () => {
    const result = await search({ query: 'statistik', language: 'en', page: 9 });
    expect(idsOf(result)).toEqual([]);
    expect(result.structuredContent).toMatchObject({ page: 9, pages: 2, has_more: false });
    expect(textOf(result)).toMatch(/^\d+ courses found, but there is no page 9\. The last one is 2\.$/);
  });

  test('an empty query lists what passes the filters', async () => {
    const result = await search({
      query: '',
      faculty: 'law',
      language: 'DE',
      level: 'bachelor',
      semester: 'winter',
      max_credits: 7,
    });
    expect(idsOf(result)).toEqual(['JUR-102', 'JUR-205']);
  });

  test('nothing found is no error and says what would be found', async () => {
    const filtered = await search({ query: 'statistik', faculty: 'Law' });
    expect(filtered.isError).toBeUndefined();
    expect(filtered.structuredContent).toEqual({ total: 0, page: 1, pages: 0, has_more: false, courses: [] });
    expect(textOf(filtered)).toMatch(/^No course matches "statistik"\. Without the filters \d+ would match\.$/);

    expect(textOf(await search({ query: 'statistik klavier' }))).toMatch(/Alone: statistik \d+, klavier 1\.$/);
    expect(textOf(await search({ query: 'statistik', faculty: 'Witchcraft' }))).toContain(
      'No faculty is called "Witchcraft"; there are: Architecture and Urban Planning; ',
    );
    expect(textOf(await search({ query: 'xylophonbau' }))).toContain('Try the beginning of a word');
  });
});

describe('course_get', () => {
  const { provider } = createProvider();
  const get = (id: string) => provider.executeTool('course_get', { id });

  test('answers the whole record, as text and as data that fits the output schema', async () => {
    const result = await get('STA-102');
    expect(result.structuredContent).toMatchObject({
      id: 'STA-102',
      title: 'Statistik II',
      weekly_hours: 4,
      prerequisites: ['STA-101'],
    });
    expect(textOf(result)).toContain('Lecturers: Heike Brandstätter, Milan Kubíček');
    expect(textOf(result)).toContain(String(result.structuredContent?.description));
    const fits = new Ajv2020({ strict: false }).compile(courseTools[1]?.outputSchema ?? false);
    expect(fits(result.structuredContent)).toBe(true);
  });

  test('does not mind case', async () => {
    expect((await get(' sta-102 ')).structuredContent).toMatchObject({ id: 'STA-102' });
  });

  test('an unknown id is an error that names the nearest ids', async () => {
    const result = await get('STA102');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/^There is no course with the id "STA102"\. The nearest ids: STA-102, /);
    expect(textOf(result)).toContain('course_search');
  });
});

describe('the data file', () => {
  const course = {
    id: 'X-1',
    title: 'Bienenkunde',
    language: 'de',
    faculty: 'Life Sciences',
    level: 'bachelor',
    semester: 'both',
    credits: 2.5,
    weekly_hours: 2,
    lecturers: ['Imke Harms'],
    description: 'Waben, Schwärme, Honig.',
    keywords: [],
    prerequisites: [],
  };

  test('may be another one, and may change', async () => {
    const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')];
    writeFileSync(first, JSON.stringify([course]));
    writeFileSync(second, JSON.stringify([{ ...course, id: 'Y-1' }]));
    const { provider, changeSettings } = createProvider({ dataFile: first });
    const search = async () => idsOf(await provider.executeTool('course_search', { query: '' }));
    expect(await search()).toEqual(['X-1']);
    changeSettings({ dataFile: second });
    expect(await search()).toEqual(['Y-1']);
  });

  test('is read once, and again after the host has asked for the list', async () => {
    const file = join(folder, 'read-once.json');
    writeFileSync(file, JSON.stringify([course]));
    const { provider } = createProvider({ dataFile: file });
    const search = async () => idsOf(await provider.executeTool('course_search', { query: '' }));
    expect(await search()).toEqual(['X-1']);
    writeFileSync(file, JSON.stringify([{ ...course, id: 'X-2' }]));
    expect(await search()).toEqual(['X-1']);
    provider.getTools();
    expect(await search()).toEqual(['X-2']);
  });

  test('a bad one fails the calls and not the list, until it is corrected', async () => {
    const file = join(folder, 'late.json');
    const { provider } = createProvider({ dataFile: file });
    expect(provider.getTools()).toHaveLength(2);
    const call = () => provider.executeTool('course_get', { id: 'X-1' });
    await expect(call()).rejects.toThrow(`The course catalogue ${file} cannot be used: ENOENT`);
    writeFileSync(file, JSON.stringify([course]));
    expect((await call()).structuredContent).toEqual(course);
  });

  test('a blank setting means the catalogue that comes with the package', async () => {
    const { provider } = createProvider({ dataFile: ' ' });
    const { structuredContent } = await provider.executeTool('course_search', { query: '' });
    expect(structuredContent?.total).toBeGreaterThan(290);
  });
});

test('a name that is none of its own is refused', async () => {
  await expect(createProvider().provider.executeTool('course_delete', {})).rejects.toThrow('no tool "course_delete"');
});
