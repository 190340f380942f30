import {
  type CallScope,
  type CallToolResult,
  type IToolImplementation,
  type JsonObject,
  readToolPolicy,
  ToolBlockedError,
} from '@loadout/core/contract';
import { failWith } from '../fail-with.js';
import { localise } from '../localise.js';
import type { Retrieval } from '../retrieval/retrieval.js';
import { type DrawCode, drawCode } from '../untrusted/mark-untrusted.js';
import { deduplicateHits } from './deduplicate.js';
import { labels } from './labels.js';
import { readHits } from './read-hits.js';
import { type SearchAnswer, SearchError } from './search-backend.js';
import { searchResultSchema, toSearchResult } from './search-result.js';
import { createSearxBackend } from './searx-backend.js';
import { mostResults, readSettings, type SearchSettings, validateSettings } from './settings.js';

// Both above the most that the settings allow: the tool ends its work itself, and whole. Content is in a result twice, and
// JSON may need two characters for one of it.
const policy = readToolPolicy({ kind: 'search', timeoutMs: 370_000, maxResultCharacters: 1_200_000 });

const mostQueryCharacters = 1_000;

/** What the tool is made of. */
export interface WebSearchParts {
  readonly retrieval: Retrieval;
  /** The `user-agent` header of searches. */
  readonly userAgent: string;
  readonly draw?: DrawCode;
}

/** The tool `web_search`: what a search service finds, with the text of the pages. */
export function createWebSearch(parts: WebSearchParts): IToolImplementation {
  return {
    implementationKey: 'web_search',
    icon: 'search',
    policy,
    outputSchema: searchResultSchema,
    ...localise(labels),
    validateConfiguration: validateSettings,
    async execute(args, config, call) {
      try {
        return await searchWeb(args, readSettings(config), call, parts);
      } catch (error) {
        if (!(error instanceof SearchError)) throw error;
        return failWith(error.message);
      }
    },
    close: () => parts.retrieval.close(),
  };
}

async function searchWeb(
  args: JsonObject,
  settings: SearchSettings,
  call: CallScope,
  { retrieval, userAgent, draw = drawCode }: WebSearchParts,
): Promise<CallToolResult> {
  const { address } = settings;
  if (typeof address === 'string') throw new ToolBlockedError(`web_search is not configured. "baseUrl": ${address}`);
  const backend = createSearxBackend(address, call, userAgent);
  const answer = await backend.search({
    query: requireQuery(args.query),
    language: typeof args.language === 'string' ? args.language : settings.defaultLanguage,
    timeRange: args.time_range as 'day' | 'month' | 'year' | undefined,
    page: typeof args.page === 'number' ? args.page : 1,
    safeSearch: settings.defaultSafeSearch,
    timeoutMs: settings.searchTimeoutMs,
  });
  const candidates = deduplicateHits(answer.hits);
  requireAnswer(candidates.length, answer);
  const wanted = typeof args.limit === 'number' ? args.limit : settings.maxResults;
  const limit = Math.min(wanted, settings.maxResults, mostResults);
  const { pages, isTimedOut } = await readHits(
    candidates.slice(0, limit),
    { pageTimeoutMs: settings.pageTimeoutMs, allPagesTimeoutMs: settings.allPagesTimeoutMs },
    retrieval,
    call,
  );
  return toSearchResult({
    pages,
    candidateCount: candidates.length,
    isTimedOut,
    notes: [
      ...(candidates.length === 0
        ? ['The search found nothing. Try other words, fewer of them, or another language.']
        : []),
      ...(wanted > limit ? [`At most ${limit} results are given here; more were asked for.`] : []),
      ...describeFailedEngines(answer),
    ],
    remarks: answer.remarks,
    maxTotalContentCharacters: settings.maxTotalContentCharacters,
    minContentCharactersPerResult: settings.minContentCharactersPerResult,
    draw,
  });
}

/** Not in the schema: OpenAI's strict mode knows no length. */
function requireQuery(value: unknown): string {
  const query = String(value).trim();
  if (query.length <= mostQueryCharacters) return query;
  throw new SearchError(
    `The query has ${query.length} characters; at most ${mostQueryCharacters} are searched for. Search for fewer words.`,
  );
}

/** No hits while engines failed is not the same as nothing found. */
function requireAnswer(hits: number, answer: SearchAnswer): void {
  if (hits > 0 || answer.failedEngines.length === 0) return;
  throw new SearchError(
    `The search found nothing, and engines failed: ${listEngines(answer)}. So there may well be something to find. ` +
      'Search again later; if it stays so, the operator should look at the engines of the search service.',
  );
}

function describeFailedEngines(answer: SearchAnswer): readonly string[] {
  if (answer.failedEngines.length === 0) return [];
  return [`Some engines gave no results, so some may be missing: ${listEngines(answer)}.`];
}

function listEngines({ failedEngines }: SearchAnswer): string {
  return failedEngines.map(({ engine, reason }) => `${engine} (${reason})`).join(', ');
}
