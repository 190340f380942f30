import type { Course } from './catalogue-file.js';
import { plainWords, queryWords, spellOutUmlauts } from './normalize-text.js';

/*
 * Full text by looking for the words in prepared text. A few hundred courses need no more: a search takes a
 * fraction of a millisecond, and parts of words ("Statistik" in "Wirtschaftsstatistik") are found for free.
 */

/** A catalogue, prepared for searching once. */
export interface CourseIndex {
  readonly entries: readonly IndexedCourse[];
  /** By id in lower case. */
  readonly byId: ReadonlyMap<string, Course>;
}

interface IndexedCourse {
  readonly course: Course;
  readonly faculty: string;
  /** Best place first. */
  readonly places: readonly { readonly text: string; readonly weight: number }[];
}

/** What a course has to be, besides matching the query. */
export interface CourseFilters {
  readonly faculty?: string | undefined;
  readonly language?: string | undefined;
  readonly level?: string | undefined;
  readonly semester?: string | undefined;
  readonly maxCredits?: number | undefined;
}

/** How well a word fits. Times a weight, a part of a word in the title still beats a whole word in the keywords. */
const wholeWord = 3;
const beginning = 2;
const inside = 1;

/** Prepares a catalogue. */
export function buildIndex(courses: readonly Course[]): CourseIndex {
  return {
    entries: courses.map((course) => ({
      course,
      faculty: plainWords(course.faculty).join(' '),
      places: [
        { weight: 100, text: indexText(course.id, course.title, course.title_en ?? '') },
        { weight: 10, text: indexText(...course.keywords) },
        { weight: 1, text: indexText(course.description, course.faculty, ...course.lecturers) },
      ],
    })),
    byId: new Map(courses.map((course) => [course.id.toLowerCase(), course])),
  };
}

/**
 * Courses that have all words of the query, best first; among equals the shorter title comes first, because it
 * is about little else, then the order of the file counts. A query without words matches every course.
 */
export function searchCourses(index: CourseIndex, query: string, filters: CourseFilters = {}): readonly Course[] {
  const words = queryWords(query);
  const hits: { readonly course: Course; readonly score: number }[] = [];
  for (const entry of index.entries) {
    if (!passesFilters(entry, filters)) continue;
    const score = scoreCourse(entry, words);
    if (score !== undefined) hits.push({ course: entry.course, score });
  }
  if (words.length > 0) hits.sort((a, b) => b.score - a.score || a.course.title.length - b.course.title.length);
  return hits.map(({ course }) => course);
}

/** The names of all faculties, in alphabetical order. */
export function listFaculties(index: CourseIndex): readonly string[] {
  return [...new Set(index.entries.map(({ course }) => course.faculty))].sort();
}

/** The three ids that look most like `id`. */
export function findNearestIds(index: CourseIndex, id: string): readonly string[] {
  const wanted = id.toLowerCase().slice(0, 40);
  return [...index.byId]
    .map(([key, course]) => ({ id: course.id, distance: countEdits(wanted, key) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((candidate) => candidate.id);
}

function indexText(...texts: readonly string[]): string {
  const text = texts.join(' ');
  const plain = plainWords(text).join(' ');
  const spelled = plainWords(spellOutUmlauts(text)).join(' ');
  // Spaces at both ends let " word " and " word" tell where a word begins and ends.
  return plain === spelled ? ` ${plain} ` : ` ${plain} ${spelled} `;
}

function passesFilters({ course, faculty }: IndexedCourse, filters: CourseFilters): boolean {
  if (filters.language !== undefined && course.language !== filters.language.toLowerCase()) return false;
  if (filters.level !== undefined && course.level !== filters.level) return false;
  if (filters.semester !== undefined && course.semester !== filters.semester && course.semester !== 'both')
    return false;
  if (filters.maxCredits !== undefined && course.credits > filters.maxCredits) return false;
  if (filters.faculty === undefined) return true;
  const wanted = plainWords(filters.faculty).join(' ');
  // "law" finds "Law", and so does "Faculty of Law".
  return faculty.includes(wanted) || wanted.includes(faculty);
}

/** Undefined when a word is missing. */
function scoreCourse({ places }: IndexedCourse, words: readonly (readonly string[])[]): number | undefined {
  let score = 0;
  for (const forms of words) {
    const best = scoreWord(places, forms);
    if (best === 0) return undefined;
    score += best;
  }
  return score;
}

/** The first place that has the word decides: no later one can be worth more. */
function scoreWord(places: IndexedCourse['places'], forms: readonly string[]): number {
  for (const { text, weight } of places) {
    const fit = Math.max(...forms.map((word) => matchWord(text, word)));
    if (fit > 0) return weight * fit;
  }
  return 0;
}

function matchWord(text: string, word: string): number {
  if (!text.includes(word)) return 0;
  if (text.includes(` ${word} `)) return wholeWord;
  if (isJoinedScript(word)) return inside;
  // Short words are everywhere inside others: "art" in "start", and "r" at the beginning of too many.
  if (word.length > 1 && text.includes(` ${word}`)) return beginning;
  return word.length > 3 ? inside : 0;
}

/** Scripts in which a word of one or two characters stands inside longer ones. */
function isJoinedScript(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word);
}

/** The number of characters to add, remove or replace to turn one text into the other. */
function countEdits(from: string, to: string): number {
  const target = Array.from(to);
  let previous = [0, ...target.keys()].map((_, column) => column);
  for (const [row, character] of Array.from(from).entries()) {
    const current = [row + 1];
    for (const [column, other] of target.entries()) {
      const replacing = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replacing, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
