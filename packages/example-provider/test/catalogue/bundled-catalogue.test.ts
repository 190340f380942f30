import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../src/catalogue/catalogue-file.js';
import { buildIndex, listFaculties, searchCourses } from '../../src/catalogue/search.js';

const file = fileURLToPath(new URL('../../data/courses.json', import.meta.url));
const courses = await readCatalogue(file);
const index = buildIndex(courses);

test('some 300 courses of many faculties and languages', () => {
  expect(courses.length).toBeGreaterThanOrEqual(290);
  expect(listFaculties(index).length).toBeGreaterThanOrEqual(12);
  expect(new Set(courses.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
});

test('one course a line, in the order of the ids, so that changes are readable', () => {
  const [first, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect([first, lines.at(-1)]).toEqual(['[', ']']);
  const ids = lines.slice(0, -1).map((line) => (JSON.parse(line.replace(/,$/, '')) as { id: string }).id);
  expect(ids).toEqual(courses.map(({ id }) => id));
  expect(ids).toEqual([...ids].sort());
});

test('nothing stands twice', () => {
  for (const field of ['id', 'title', 'description'] as const) {
    expect(new Set(courses.map((course) => course[field])).size).toBe(courses.length);
  }
});

test('prerequisites are other courses of the catalogue', () => {
  for (const { id, prerequisites } of courses) {
    for (const needed of prerequisites) {
      expect(index.byId.has(needed.toLowerCase()), `${needed}, needed for ${id}`).toBe(true);
      expect(needed).not.toBe(id);
    }
  }
});

test('a course that is not taught in English has an English title too', () => {
  const without = courses.filter(({ language, title_en }) => (language === 'en') !== (title_en === undefined));
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('"statistik" finds statistics courses in German and English, the plain ones first', () => {
  const found = searchCourses(index, 'statistik');
  const titles = found.map(({ title }) => title);
  expect(titles[0]).toBe('Statistik I');
  for (const title of ['Wirtschaftsstatistik', 'Grundlagen der Statistik', 'Bayesian Statistics']) {
    expect(titles).toContain(title);
  }
  expect(found.filter(({ language }) => language === 'de').length).toBeGreaterThanOrEqual(12);
  expect(found.filter(({ language }) => language === 'en').length).toBeGreaterThanOrEqual(12);
});
