import {
  type JsonSchema,
  readToolPolicy,
  searchToolPolicy,
  type ToolDefinition,
  type ToolMetadata,
} from '@loadout/core/contract';
import { courseLevels, courseSemesters } from './catalogue/catalogue-file.js';

const searchMetadata: ToolMetadata = {
  label: { en: 'Search courses', de: 'Kurse suchen' },
  summary: {
    en: 'Full-text search in the course catalogue.',
    de: 'Volltextsuche im Vorlesungsverzeichnis.',
  },
  icon: 'search',
};

const getMetadata: ToolMetadata = {
  label: { en: 'Show a course', de: 'Kurs anzeigen' },
  summary: {
    en: 'Everything that the catalogue says about one course.',
    de: 'Alles, was das Vorlesungsverzeichnis über einen Kurs sagt.',
  },
  icon: 'book-open',
};

/**
 * What people see, by name. It has every name that a bot may have been given, old ones too, so that loadouts
 * stay readable while the tools are off.
 */
export const courseToolMetadata: Readonly<Record<string, ToolMetadata>> = {
  course_search: searchMetadata,
  catalogue_search_courses: searchMetadata,
  course_get: getMetadata,
};

/** What a result says of each course; `course_get` adds the rest. */
const summaryProperties = {
  id: { type: 'string' },
  title: { type: 'string', description: 'In the language and script of the course' },
  title_en: { type: 'string', description: 'Absent where the title is English' },
  language: { type: 'string', description: 'ISO 639-1 code' },
  faculty: { type: 'string' },
  level: { type: 'string', enum: courseLevels },
  semester: { type: 'string', enum: courseSemesters },
  credits: { type: 'number' },
  lecturers: { type: 'array', items: { type: 'string' } },
} satisfies JsonSchema;

const summaryRequired = ['id', 'title', 'language', 'faculty', 'level', 'semester', 'credits', 'lecturers'];

/** What the schema of `course_search` lets through. A type and not an interface, because only types fit into `JsonObject`. */
export type SearchArguments = {
  readonly query: string;
  readonly faculty?: string;
  readonly language?: string;
  readonly level?: string;
  readonly semester?: string;
  readonly max_credits?: number;
  readonly page?: number;
  readonly limit?: number;
};

/** What the schema of `course_get` lets through. */
export type GetArguments = { readonly id: string };

/** Written for the model: what the tool does, when to use it, what it answers. */
export const courseTools: readonly ToolDefinition[] = [
  {
    name: 'course_search',
    ...searchMetadata,
    // Bots that were given the tool under its old name keep it.
    aliases: ['catalogue_search_courses'],
    description:
      "Searches the university's course catalogue, which has titles in many languages. Use it to find courses by topic, title, lecturer or faculty. " +
      'All words of the query have to occur; beginnings and parts of words count. Answers a page of courses, best first; course_get tells the rest of one.',
    policy: searchToolPolicy({ openWorld: false, timeoutMs: 10_000 }),
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: {
        query: {
          type: 'string',
          maxLength: 200,
          description: 'One or a few words, in any language. Empty: all courses that pass the filters.',
        },
        faculty: { type: 'string', description: 'Part of its English name, such as "Law" or "Economics"' },
        language: {
          type: 'string',
          pattern: '^[a-zA-Z]{2}$',
          description: 'Language of teaching, as ISO 639-1 code such as "de" or "en"',
        },
        level: { type: 'string', enum: courseLevels },
        semester: { type: 'string', enum: ['winter', 'summer'], description: 'Includes courses of both semesters' },
        max_credits: { type: 'number', minimum: 0 },
        page: { type: 'integer', minimum: 1, default: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'Courses in a page' },
      },
    },
    outputSchema: {
      type: 'object',
      required: ['total', 'page', 'pages', 'has_more', 'courses'],
      properties: {
        total: { type: 'integer', description: 'Courses found in all pages' },
        page: { type: 'integer' },
        pages: { type: 'integer' },
        has_more: { type: 'boolean' },
        courses: {
          type: 'array',
          items: { type: 'object', required: summaryRequired, properties: summaryProperties },
        },
      },
    },
  },
  {
    name: 'course_get',
    ...getMetadata,
    description:
      'Tells everything that the course catalogue says about one course: lecturers, weekly hours, description, prerequisites. Needs the id that course_search answers.',
    policy: readToolPolicy({ openWorld: false, timeoutMs: 10_000 }),
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['id'],
      properties: { id: { type: 'string', minLength: 1, description: 'Such as "STA-101"' } },
    },
    outputSchema: {
      type: 'object',
      required: [...summaryRequired, 'weekly_hours', 'description', 'keywords', 'prerequisites'],
      properties: {
        ...summaryProperties,
        weekly_hours: { type: 'number' },
        description: { type: 'string' },
        keywords: { type: 'array', items: { type: 'string' } },
        prerequisites: { type: 'array', items: { type: 'string' }, description: 'Ids of other courses' },
      },
    },
  },
];
