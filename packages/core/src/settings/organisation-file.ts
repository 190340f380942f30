import { readFileSync, type Stats, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../contract/logger.js';
import type { OrganisationDocument } from '../contract/organisation.js';
import { JsonCopier } from '../schema/copy-json.js';
import { locateJsonError } from '../schema/locate-json-error.js';
import {
  createUnreadableOrganisation,
  NO_ORGANISATION,
  type OrganisationProblem,
  type OrganisationView,
} from './organisation-view.js';
import { readOrganisation } from './read-organisation.js';

/** A longer file is refused unread. */
const MAX_BYTES = 4_000_000;

/** Times of a file are coarse: one that was written so lately may be written again under the same. */
const FRESH_MS = 100;

/** A path is the operator's. */
const MISSING = 'Correct the path that the host was given, or bring the file back.';

/** What the organisation has decided, as it is at this moment: cheap enough for every turn to ask. */
export type Organisation = () => OrganisationView;

/** Takes what a host was told of its organisation. */
export function createOrganisation(
  source: string | URL | OrganisationDocument | undefined,
  logger: Logger,
): Organisation {
  if (source === undefined) return () => NO_ORGANISATION;
  if (typeof source === 'string' || source instanceof URL) {
    const file = new OrganisationFile(typeof source === 'string' ? source : fileURLToPath(source), logger);
    return () => file.current();
  }
  const view = readDocument(() => new JsonCopier({ maxCharacters: MAX_BYTES }).copy(source, 'organisation'));
  return () => view;

  function readDocument(copy: () => ReturnType<JsonCopier['copy']>): OrganisationView {
    const place = 'organisation';
    let read: OrganisationView | OrganisationProblem;
    try {
      read = readOrganisation(copy(), place);
    } catch (error) {
      read = { place, message: `It has to be plain JSON: ${error instanceof Error ? error.message : String(error)}.` };
    }
    const found = 'message' in read ? createUnreadableOrganisation(place, read) : read;
    tellProblems(found, logger);
    return found;
  }
}

/**
 * The managed file. It is looked at whenever somebody asks, by its times, size and inode, and read again when one of them
 * is another one. While what is there cannot be read, the last that could be counts; where there was none, there are no tools.
 * The look is synchronous: a file on a network file system that hangs holds up the host.
 */
class OrganisationFile {
  readonly #path: string;
  readonly #logger: Logger;
  #mark: string | undefined;
  #text: string | undefined;
  #good: OrganisationView | undefined;
  #view: OrganisationView = NO_ORGANISATION;

  constructor(path: string, logger: Logger) {
    this.#path = path;
    this.#logger = logger;
    this.current();
  }

  current(): OrganisationView {
    const stats = this.#look();
    const mark = 'message' in stats ? stats.message : markOf(stats);
    if (mark === this.#mark) return this.#view;
    this.#mark = 'message' in stats || Date.now() - stats.mtimeMs > FRESH_MS ? mark : undefined;
    const read = 'message' in stats ? stats : this.#read(stats);
    if (read === this.#view) return read;
    this.#view = 'message' in read ? this.#withoutFile(read) : read;
    if (!('message' in read)) this.#good = read;
    tellProblems(this.#view, this.#logger);
    return this.#view;
  }

  #look(): Stats | OrganisationProblem {
    try {
      return statSync(this.#path);
    } catch (error) {
      this.#text = undefined;
      const code = codeOf(error);
      return code === 'ENOENT' || code === 'ENOTDIR'
        ? { ...this.#problem(`There is no such file (${code}).`), remedy: MISSING }
        : this.#problem(`The file cannot be read: ${code}.`);
    }
  }

  #read({ size }: Stats): OrganisationView | OrganisationProblem {
    if (size > MAX_BYTES) return this.#problem(`The file may have ${MAX_BYTES} bytes at most.`);
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8').replace(/^\uFEFF/, '');
    } catch (error) {
      return this.#problem(`The file cannot be read: ${codeOf(error)}.`);
    }
    if (text === this.#text) return this.#view;
    this.#text = text;
    try {
      return readOrganisation(new JsonCopier({ maxCharacters: MAX_BYTES }).copy(JSON.parse(text), ''), this.#path);
    } catch (error) {
      const at = locateJsonError(text);
      if (at === undefined) return this.#problem(`The file cannot be used: ${codeOf(error)}.`);
      return { place: `${this.#path}:${at.line}:${at.column}`, message: at.message };
    }
  }

  /** The last good one goes on counting, with what is wrong now. */
  #withoutFile(problem: OrganisationProblem): OrganisationView {
    if (this.#good === undefined) return createUnreadableOrganisation(this.#path, problem);
    const message = `${problem.message} What the file said before goes on counting.`;
    return Object.freeze({ ...this.#good, problems: Object.freeze([{ ...problem, message }]) });
  }

  #problem(message: string): OrganisationProblem {
    return { place: this.#path, message };
  }
}

function markOf({ mtimeMs, ctimeMs, size, ino, dev }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino} ${dev}`;
}

function tellProblems({ problems }: OrganisationView, logger: Logger): void {
  for (const { place, message } of problems) {
    logger({ level: 'warn', event: 'organisation-problem', message: `${place}: ${message}` });
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
