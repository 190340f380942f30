import { expect, test } from 'vitest';
import type { Course } from '../../src/catalogue/catalogue-file.js';
import { buildIndex, findNearestIds, searchCourses } from '../../src/catalogue/search.js';

let next = 0;
function course(title: string, rest: Partial<Course> = {}): Course {
  next += 1;
  return {
    id: `ID-${next}`,
    title,
    language: 'de',
    faculty: 'Law',
    level: 'bachelor',
    semester: 'winter',
    credits: 5,
    weekly_hours: 2,
    lecturers: [],
    description: '.',
    keywords: [],
    prerequisites: [],
    ...rest,
  };
}

function find(query: string, courses: readonly Course[]): string[] {
  return searchCourses(buildIndex(courses), query).map(({ title }) => title);
}

test('a word is found as a whole, at the beginning of words and inside compounds', () => {
  const courses = ['Statistik I', 'Statistiksoftware', 'Wirtschaftsstatistik', 'Grundlagen der Statistik'].map(
    (title) => course(title),
  );
  expect(find('statistik', courses)).toEqual([
    'Statistik I',
    'Grundlagen der Statistik',
    'Statistiksoftware',
    'Wirtschaftsstatistik',
  ]);
});

test('short words are not looked for inside others', () => {
  const courses = [
    course('Modern Art'),
    course('Artistik'),
    course('Startchancen'),
    course('R für alle'),
    course('Recht'),
  ];
  expect(find('art', courses)).toEqual(['Modern Art', 'Artistik']);
  expect(find('r', courses)).toEqual(['R für alle']);
});

test('the title counts more than keywords, and keywords more than the description', () => {
  const courses = [
    course('A', { description: 'Über Honig.' }),
    course('B', { keywords: ['Honig'] }),
    course('Wildhonig und mehr'),
    course('C', { title_en: 'Honig' }),
  ];
  expect(find('honig', courses)).toEqual(['C', 'Wildhonig und mehr', 'B', 'A']);
});

test('lecturers, faculty and id are found too', () => {
  const courses = [
    course('A', { lecturers: ['Ida Bolt'] }),
    course('B', { faculty: 'Medicine' }),
    course('C', { id: 'QQ-7' }),
  ];
  expect(find('bolt', courses)).toEqual(['A']);
  expect(find('medicine', courses)).toEqual(['B']);
  expect(find('qq-7', courses)).toEqual(['C']);
});

test('all words have to occur, anywhere', () => {
  const courses = [course('Statistik', { keywords: ['Medizin'] }), course('Statistik II'), course('Medizin')];
  expect(find('medizin statistik', courses)).toEqual(['Statistik']);
});

test('equals: the shorter title first, then the order of the file', () => {
  const courses = [course('Honig heute'), course('Honig b'), course('Honig a')];
  expect(find('honig', courses)).toEqual(['Honig b', 'Honig a', 'Honig heute']);
});

test('a query without words finds everything, in the order of the file', () => {
  const courses = [course('Bienenkunde'), course('Imkern')];
  expect(find('', courses)).toEqual(['Bienenkunde', 'Imkern']);
  expect(find(' *** ', courses)).toEqual(['Bienenkunde', 'Imkern']);
});

test.each([
  ['Märkte', ['märkte', 'MÄRKTE', 'markte', 'maerkte', 'Ma\u0308rkte']],
  ['Maerkte', ['märkte', 'maerkte']],
  ['Straßenrecht', ['strasse', 'STRASSENRECHT', 'straße']],
  ['Øresund', ['oresund', 'oeresund', 'øresund']],
  ['Język łaciński', ['jezyk lacinski', 'język']],
  ['Littérature française', ['litterature francaise']],
  ['Ελληνική Γλώσσα και λόγος', ['γλωσσα', 'ΛΟΓΟΣ', 'ελλην']],
  ['Русский язык', ['РУССКИЙ', 'русск']],
  ['Єvропа й світ', ['світ']],
  ['日本の近代文学', ['文学', '日本文学', '近代']],
  ['中国现代文学史', ['文学', '现代文学', '中国 文学']],
  ['한국어 입문', ['한국', '입문']],
  ['경제통계학', ['통계']],
  ['اللغة العربية للمبتدئين', ['العربية', 'عربية', 'العَرَبِيَّة']],
  ['עברית מקראית', ['מקראית', 'עִבְרִית']],
  ['हिन्दी भाषा', ['हिन्दी']],
])('%s is found by %j', (title, queries) => {
  const courses = [course('Etwas anderes'), course(title)];
  for (const query of queries) expect(find(query, courses), query).toEqual([title]);
});

test('marks that tell letters apart are kept', () => {
  expect(find('हिन्दु', [course('हिन्दी भाषा')])).toEqual([]);
  expect(find('かき', [course('かぎ')])).toEqual([]);
});

test('filters: language, level, semester, credits and a part of the faculty', () => {
  const index = buildIndex([
    course('A'),
    course('B', { language: 'en', level: 'master', semester: 'summer', credits: 9, faculty: 'Economics and Business' }),
    course('C', { semester: 'both' }),
  ]);
  const titles = (filters: Parameters<typeof searchCourses>[2]) =>
    searchCourses(index, '', filters).map(({ title }) => title);
  expect(titles({ language: 'EN' })).toEqual(['B']);
  expect(titles({ level: 'bachelor' })).toEqual(['A', 'C']);
  expect(titles({ semester: 'winter' })).toEqual(['A', 'C']);
  expect(titles({ semester: 'summer' })).toEqual(['B', 'C']);
  expect(titles({ maxCredits: 5 })).toEqual(['A', 'C']);
  expect(titles({ faculty: 'economics' })).toEqual(['B']);
  expect(titles({ faculty: 'Faculty of Law' })).toEqual(['A', 'C']);
  expect(titles({ faculty: 'Witchcraft' })).toEqual([]);
});

test('the nearest ids are those with the fewest slips', () => {
  const index = buildIndex(['STA-101', 'STA-102', 'MED-310', 'ART-205'].map((id) => course(id, { id })));
  expect(findNearestIds(index, 'sta102')[0]).toBe('STA-102');
  expect(findNearestIds(index, 'MED-301')[0]).toBe('MED-310');
  expect(findNearestIds(index, 'STA-1')).toHaveLength(3);
  expect(findNearestIds(buildIndex([]), 'X')).toEqual([]);
});
