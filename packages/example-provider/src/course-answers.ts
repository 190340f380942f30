import type { CallToolResult, JsonObject } from '@loadout/core/contract';
import type { Course } from './catalogue/catalogue-file.js';
import { queryWords } from './catalogue/normalize-text.js';
import {
  type CourseFilters,
  type CourseIndex,
  findNearestIds,
  listFaculties,
  searchCourses,
} from './catalogue/search.js';

/** What is searched for, and which page of it. */
export interface CourseQuery {
  readonly query: string;
  readonly filters: CourseFilters;
  readonly page: number;
  readonly limit: number;
}

/** The answer of `course_search`: text for the model, the same as data for programs. */
export function answerSearch(index: CourseIndex, { query, filters, page, limit }: CourseQuery): CallToolResult {
  const found = searchCourses(index, query, filters);
  const total = found.length;
  const pages = Math.ceil(total / limit);
  const courses = found.slice((page - 1) * limit, page * limit);
  return {
    content: [{ type: 'text', text: describePage() }],
    structuredContent: { total, page, pages, has_more: page < pages, courses: courses.map(summarize) },
  };

  function describePage(): string {
    if (total === 0) return explainNothing(index, query, filters);
    const head = `${total} ${total === 1 ? 'course' : 'courses'} found`;
    if (courses.length === 0) return `${head}, but there is no page ${page}. The last one is ${pages}.`;
    const lines = [`${head}; page ${page} of ${pages}.`, ...courses.map(describeInOneLine)];
    if (page < pages) lines.push(`More: page ${page + 1}.`);
    return lines.join('\n');
  }
}

/** The answer of `course_get`. An unknown id is no failure of the tool: the model is told what it can do about it. */
export function answerGet(index: CourseIndex, id: string): CallToolResult {
  const course = index.byId.get(id.trim().toLowerCase());
  if (course === undefined) {
    const nearest = findNearestIds(index, id).join(', ');
    const text = `There is no course with the id "${id}". The nearest ids: ${nearest || 'none'}. Use course_search to find courses by words.`;
    return { isError: true, content: [{ type: 'text', text }] };
  }
  return { content: [{ type: 'text', text: describeWhole(course) }], structuredContent: course };
}

/** An empty result without a hint makes a model try the same again. */
function explainNothing(index: CourseIndex, query: string, filters: CourseFilters): string {
  const hints: string[] = [];
  const unfiltered = searchCourses(index, query).length;
  if (unfiltered > 0) hints.push(`Without the filters ${unfiltered} would match.`);
  if (filters.faculty !== undefined && searchCourses(index, '', { faculty: filters.faculty }).length === 0) {
    hints.push(`No faculty is called "${filters.faculty}"; there are: ${listFaculties(index).join('; ')}.`);
  }
  const words = queryWords(query).map(([word = '']) => word);
  if (unfiltered === 0 && words.length > 1) {
    const counts = words.map((word) => `${word} ${searchCourses(index, word).length}`);
    hints.push(`All words have to occur. Alone: ${counts.join(', ')}.`);
  }
  if (hints.length === 0) hints.push('Try the beginning of a word, a synonym, or another language.');
  return [`No course matches "${query}".`, ...hints].join(' ');
}

function summarize(course: Course): JsonObject {
  const { id, title, title_en, language, faculty, level, semester, credits, lecturers } = course;
  const name = title_en === undefined ? { title } : { title, title_en };
  return { id, ...name, language, faculty, level, semester, credits, lecturers };
}

function describeInOneLine(course: Course): string {
  const { id, language, level, semester, credits, faculty } = course;
  return [id, nameOf(course), language, level, nameOfSemester(semester), `${credits} credits`, faculty].join(' · ');
}

function describeWhole(course: Course): string {
  return [
    describeInOneLine(course),
    `Lecturers: ${course.lecturers.join(', ')}`,
    `Weekly hours: ${course.weekly_hours}`,
    `Prerequisites: ${course.prerequisites.join(', ') || 'none'}`,
    `Keywords: ${course.keywords.join(', ')}`,
    '',
    course.description,
  ].join('\n');
}

function nameOf({ title, title_en }: Course): string {
  return title_en === undefined ? title : `${title} (${title_en})`;
}

function nameOfSemester(semester: Course['semester']): string {
  return semester === 'both' ? 'winter and summer' : semester;
}
