import type { CallToolResult, JsonSchema } from '@loadout/core/contract';
import { firstPage } from '../paging/split-pages.js';
import { findInstructions, warnOfInstructions } from '../untrusted/find-instructions.js';
import { type DrawCode, markUntrusted, untrustedMembers } from '../untrusted/mark-untrusted.js';
import { plainLine } from '../untrusted/plain-text.js';
import { pageKey } from './deduplicate.js';
import type { ReadHit } from './read-hits.js';
import { shareBudget } from './share-budget.js';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** The shape of the tool's `structuredContent`. */
export const searchResultSchema: JsonSchema = {
  type: 'object',
  required: [
    'candidate_count',
    'result_count',
    'retrieval_timed_out',
    'results',
    'notes',
    'untrusted_content_begins',
    'untrusted_content_ends',
  ],
  properties: {
    ...untrustedMembers,
    candidate_count: count,
    result_count: count,
    retrieval_timed_out: { type: 'boolean' },
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['requested_url', 'search_metadata', 'page'],
        properties: {
          requested_url: text,
          search_metadata: {
            type: 'object',
            required: ['rank', 'final_url', 'published_date'],
            properties: { rank: { type: 'integer', minimum: 1 }, final_url: textOrNull, published_date: textOrNull },
          },
          page: {
            type: 'object',
            required: ['status', 'reason', 'title', 'description', 'authors', 'content'],
            properties: {
              status: { enum: ['complete', 'partial or truncated', 'snippet only'] },
              reason: textOrNull,
              title: textOrNull,
              description: textOrNull,
              authors: { type: 'array', items: text },
              content: text,
            },
          },
        },
      },
    },
    service_remarks: { type: 'array', items: text },
    notes: { type: 'array', items: text },
  },
};

/** What a result is made of. */
export interface SearchResultParts {
  /** In the order of their ranks. */
  readonly pages: readonly ReadHit[];
  /** How many different pages the service named. */
  readonly candidateCount: number;
  readonly isTimedOut: boolean;
  /** What the service says beside hits: strangers' words too. */
  readonly remarks: readonly string[];
  readonly notes: readonly string[];
  readonly maxTotalContentCharacters: number;
  readonly minContentCharactersPerResult: number;
  readonly draw: DrawCode;
}

/** Fewer characters are seldom all that a page has to say. */
const littleContent = 500;

/** The result of a search. */
export function toSearchResult(parts: SearchResultParts): CallToolResult {
  const found = withoutDuplicates(parts.pages).map(readTexts);
  const allowances = shareBudget(
    found.map(({ content }) => content.length),
    parts.maxTotalContentCharacters,
    parts.minContentCharactersPerResult,
  );
  const results = found.map((one, index) => toResult(one, allowances[index] ?? 0));
  const readable = results.filter(({ page }) => page.status !== 'snippet only');
  const notes = [
    ...parts.notes,
    ...(parts.isTimedOut ? ['The time for reading pages was over before all were read.'] : []),
    ...found.flatMap((one) => warnOfInstructions(`Result ${one.hit.rank}`, instructionsIn(one))),
    ...warnOfInstructions('What the search service remarks', findInstructions(parts.remarks)),
  ];
  const marked = markUntrusted(
    {
      candidate_count: parts.candidateCount,
      result_count: readable.length,
      retrieval_timed_out: parts.isTimedOut,
      results,
      ...(parts.remarks.length === 0 ? {} : { service_remarks: parts.remarks }),
      notes,
    },
    parts.draw,
  );
  const sources = readable.map(({ requested_url, search_metadata, page }) => {
    const url = search_metadata.final_url ?? requested_url;
    return { url, title: page.title ?? url };
  });
  return sources.length === 0 ? marked : { ...marked, _meta: { 'loadout/sources': sources } };
}

/** Two hits that ended at the same page are one, with what the service says of the better. */
function withoutDuplicates(pages: readonly ReadHit[]): readonly ReadHit[] {
  const seen = new Set<string>();
  return pages.filter(({ retrieved }) => {
    if (retrieved === null) return true;
    const key = pageKey(retrieved.url);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface FoundPage extends ReadHit {
  /** Of the page; empty where it was not read or has none. */
  readonly content: string;
}

function readTexts(page: ReadHit): FoundPage {
  return { ...page, content: (page.retrieved?.page.markdown ?? '').trim() };
}

/** The page's were found where it was read; what the service says of it is short. */
function instructionsIn({ hit, retrieved, content }: FoundPage): readonly string[] {
  const said = findInstructions(content === '' ? [hit.title, hit.snippet] : [hit.title]);
  return [...new Set([...(retrieved?.page.instructions ?? []), ...said])];
}

function toResult({ hit, retrieved, failure, content }: FoundPage, allowance: number) {
  const { page } = retrieved ?? {};
  const known = {
    requested_url: hit.url,
    search_metadata: { rank: hit.rank, final_url: retrieved?.url ?? null, published_date: hit.publishedDate },
  };
  const title = plainLine(page?.title ?? hit.title, 500) || null;
  if (retrieved === null || page === undefined || content === '') {
    const reason = failure ?? page?.warnings[0] ?? 'The page has no readable content.';
    const snippet = { status: 'snippet only', reason: plainLine(reason, 500), title } as const;
    return { ...known, page: { ...snippet, description: null, authors: [], content: hit.snippet } };
  }
  // The first part depends on no more of the text than that.
  const kept = content.length <= allowance ? content : firstPage(content, allowance);
  const reasons = [
    ...(content.length > allowance ? [`The first ${kept.length} of ${content.length} characters.`] : []),
    ...(retrieved.status === 206 ? ['The server sent only a part of the page (HTTP status 206).'] : []),
    ...(content.length < littleContent ? ['The page has little content.'] : []),
    ...page.warnings.slice(0, 3).map((warning) => plainLine(warning, 500)),
  ];
  const isWhole =
    content.length <= allowance &&
    retrieved.status !== 206 &&
    page.isPartial !== true &&
    content.length >= littleContent;
  return {
    ...known,
    page: {
      status: isWhole ? ('complete' as const) : ('partial or truncated' as const),
      reason: reasons.join(' ') || null,
      title,
      description: page.description === null ? null : plainLine(page.description, 500),
      authors: page.authors.slice(0, 10).map((author) => plainLine(author, 100)),
      content: kept,
    },
  };
}
