import { readFile } from 'node:fs/promises';

/** From first to last degree. */
export const courseLevels = ['bachelor', 'master', 'doctoral'] as const;

/** When a course takes place. */
export const courseSemesters = ['winter', 'summer', 'both'] as const;

/**
 * One course, as the data file has it and as `course_get` answers it. A type and not an interface, because
 * only types fit into `JsonObject`.
 */
export type Course = {
  /** Unique in the file, also without regard to case. */
  readonly id: string;
  /** In the language and script of the course. */
  readonly title: string;
  /** Absent where the title is English. */
  readonly title_en?: string;
  /** ISO 639-1 code of the language of teaching. */
  readonly language: string;
  /** In English. */
  readonly faculty: string;
  readonly level: (typeof courseLevels)[number];
  readonly semester: (typeof courseSemesters)[number];
  readonly credits: number;
  readonly weekly_hours: number;
  readonly lecturers: readonly string[];
  readonly description: string;
  readonly keywords: readonly string[];
  /** Ids of other courses. */
  readonly prerequisites: readonly string[];
};

/**
 * Reads a catalogue: a JSON array of courses. The error names the file, the place in it, and what to do; the
 * host logs it whole and shows the model a line without the path.
 */
export async function readCatalogue(file: string): Promise<readonly Course[]> {
  try {
    return parseCatalogue(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = 'Correct the file, or the setting "dataFile" of the companion';
    throw new Error(`The course catalogue ${file} cannot be used: ${reason}. ${remedy}.`, { cause: error });
  }
}

function parseCatalogue(text: string): readonly Course[] {
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error('the file has to be a list of courses');
  const places = new Map<string, string>();
  return entries.map((entry: unknown, index) => {
    const place = `course ${index + 1}`;
    const course = readCourse(entry, place);
    const earlier = places.get(course.id.toLowerCase());
    if (earlier !== undefined) throw new Error(`${place} has the id "${course.id}" of ${earlier}`);
    places.set(course.id.toLowerCase(), place);
    return course;
  });
}

/** The file is somebody else's: every field is looked at once, and trusted afterwards. */
function readCourse(entry: unknown, place: string): Course {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw new Error(`${place} is not an object`);
  }
  const record = new Map<string, unknown>(Object.entries(entry));
  const where = isText(record.get('id')) ? `${place} (${record.get('id')})` : place;

  function read<T>(field: keyof Course, expected: string, fits: (value: unknown) => value is T): T {
    const value = record.get(field);
    if (fits(value)) return value;
    const found = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value).slice(0, 40)}`;
    throw new Error(`"${field}" of ${where} has to be ${expected}, but ${found}`);
  }

  return {
    id: read('id', 'a text', isText),
    title: read('title', 'a text', isText),
    ...(record.has('title_en') ? { title_en: read('title_en', 'a text', isText) } : {}),
    language: read('language', 'a code of two letters', isLanguage),
    faculty: read('faculty', 'a text', isText),
    level: read('level', `one of ${courseLevels.join(', ')}`, isOneOf(courseLevels)),
    semester: read('semester', `one of ${courseSemesters.join(', ')}`, isOneOf(courseSemesters)),
    credits: read('credits', 'a number from 0 up', isAmount),
    weekly_hours: read('weekly_hours', 'a number from 0 up', isAmount),
    lecturers: read('lecturers', 'a list of texts', isTextList),
    description: read('description', 'a text', isText),
    keywords: read('keywords', 'a list of texts', isTextList),
    prerequisites: read('prerequisites', 'a list of texts', isTextList),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isLanguage(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z]{2}$/.test(value);
}

function isOneOf<T extends string>(choices: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => choices.some((choice) => choice === value);
}
