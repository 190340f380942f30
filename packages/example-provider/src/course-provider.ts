import {
  type CallToolResult,
  type CompanionHost,
  type IToolProvider,
  type JsonObject,
  ToolBlockedError,
  type ToolDefinition,
  type ToolMetadata,
} from '@loadout/core/contract';
import { readCatalogue } from './catalogue/catalogue-file.js';
import { buildIndex, type CourseIndex } from './catalogue/search.js';
import { answerGet, answerSearch, type CourseQuery } from './course-answers.js';
import { courseToolMetadata, courseTools, type GetArguments, type SearchArguments } from './course-tools.js';
import { readSettings } from './settings.js';

/** The course catalogue as tools. One instance serves all turns: nothing in it belongs to one of them. */
export class CourseProvider implements IToolProvider {
  readonly #host: Pick<CompanionHost, 'companionId' | 'settings'>;
  #catalogue: { readonly file: string; readonly index: Promise<CourseIndex> } | undefined;

  constructor(host: Pick<CompanionHost, 'companionId' | 'settings'>) {
    this.#host = host;
  }

  /**
   * Does not look at the data file: with a bad one the tools stay listed and say at each call what is wrong.
   * The host asks only at first, after a changed setting and when the operator refreshes. That is this
   * companion's sign to read the file anew at the next call.
   */
  getTools(): readonly ToolDefinition[] {
    this.#forgetCatalogue();
    return readSettings(this.#host.settings).enabled ? courseTools : [];
  }

  /** The same whether on or off. */
  getToolMetadata(): Readonly<Record<string, ToolMetadata>> {
    return courseToolMetadata;
  }

  /** Asked for assigned names that are not listed; while off these are all, and `executeTool` then explains why. */
  providesTool(name: string): boolean {
    return Object.hasOwn(courseToolMetadata, name);
  }

  /** The host has checked `args` against the tool's schema, so they have its type. */
  async executeTool(name: string, args: JsonObject): Promise<CallToolResult> {
    const { enabled, dataFile } = readSettings(this.#host.settings);
    if (!enabled) {
      throw new ToolBlockedError(
        `The course catalogue is switched off. The operator can switch it on with the setting "enabled" of ${this.#host.companionId}.`,
      );
    }
    switch (name) {
      case 'course_search':
        return answerSearch(await this.#loadCatalogue(dataFile), toQuery(args as SearchArguments));
      case 'course_get':
        return answerGet(await this.#loadCatalogue(dataFile), (args as GetArguments).id);
      default:
        throw new Error(`There is no tool "${name}" here.`);
    }
  }

  #forgetCatalogue(): void {
    this.#catalogue = undefined;
  }

  /** Reads a file once, also for calls at the same time. A failure is not kept: the file may be corrected by the next call. */
  #loadCatalogue(file: string): Promise<CourseIndex> {
    if (this.#catalogue?.file === file) return this.#catalogue.index;
    const catalogue = { file, index: readCatalogue(file).then(buildIndex) };
    this.#catalogue = catalogue;
    catalogue.index.catch(() => {
      if (this.#catalogue === catalogue) this.#forgetCatalogue();
    });
    return catalogue.index;
  }
}

function toQuery({ query, page = 1, limit = 10, max_credits: maxCredits, ...filters }: SearchArguments): CourseQuery {
  return { query, page, limit, filters: { ...filters, maxCredits } };
}
