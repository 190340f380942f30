import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../src/catalogue/catalogue-file.js';

const course = {
  id: 'X-1',
  title: 'Bienenkunde',
  title_en: 'Beekeeping',
  language: 'de',
  faculty: 'Life Sciences',
  level: 'bachelor',
  semester: 'both',
  credits: 2.5,
  weekly_hours: 2,
  lecturers: ['Imke Harms'],
  description: 'Waben, Schwärme, Honig.',
  keywords: ['Honig'],
  prerequisites: [],
};

let file: string;
beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'courses.json');
});
afterAll(() => rmSync(join(file, '..'), { recursive: true }));

function readText(text: string) {
  writeFileSync(file, text);
  return readCatalogue(file);
}

test('a good file is read as it is; fields that nobody knows are left out', async () => {
  expect(await readText(JSON.stringify([course, { ...course, id: 'X-2', room: 'B 12' }]))).toEqual([
    course,
    { ...course, id: 'X-2' },
  ]);
});

test('a missing file is named with what to do', async () => {
  const missing = join(file, '..', 'missing.json');
  await expect(readCatalogue(missing)).rejects.toThrow(
    `The course catalogue ${missing} cannot be used: ENOENT: no such file or directory, open '${missing}'. Correct the file, or the setting "dataFile" of the companion.`,
  );
});

test('a folder in place of a file is an error like others', async () => {
  await expect(readCatalogue(join(file, '..'))).rejects.toThrow(/cannot be used: EISDIR/);
});

test.each([
  ['not JSON', '[{"id": }]', /cannot be used: Unexpected token/],
  ['no list', '{"courses": []}', /the file has to be a list of courses/],
  ['no object', '[7]', /: course 1 is not an object\. Correct the file/],
])('%s', async (_name, text, message) => {
  await expect(readText(text)).rejects.toThrow(message);
});

test.each([
  [{ title: '' }, '"title" of course 2 (Y) has to be a text, but it is ""'],
  [{ title_en: 4 }, '"title_en" of course 2 (Y) has to be a text, but it is 4'],
  [{ id: null }, '"id" of course 2 has to be a text, but it is null'],
  [{ level: 'phd' }, '"level" of course 2 (Y) has to be one of bachelor, master, doctoral, but it is "phd"'],
  [{ credits: 'six' }, '"credits" of course 2 (Y) has to be a number from 0 up, but it is "six"'],
  [{ language: 'German' }, '"language" of course 2 (Y) has to be a code of two letters, but it is "German"'],
  [{ keywords: 'honey' }, '"keywords" of course 2 (Y) has to be a list of texts, but it is "honey"'],
  [{ lecturers: [{}] }, '"lecturers" of course 2 (Y) has to be a list of texts, but it is [{}]'],
  [{ weekly_hours: undefined }, '"weekly_hours" of course 2 (Y) has to be a number from 0 up, but it is missing'],
  [{ id: 'x-1' }, 'course 2 has the id "x-1" of course 1'],
])('%j is refused with its place', async (wrong, message) => {
  await expect(readText(JSON.stringify([course, { ...course, id: 'Y', ...wrong }]))).rejects.toThrow(message);
});
