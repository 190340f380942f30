import { type ConfigurationProblem, createSettingsReader, type ToolConfig } from '@loadout/core/contract';
import { readBaseUrl, type SearchAddress } from './base-url.js';

/** What an operator decides about the tool. */
export interface SearchSettings {
  readonly address: SearchAddress | string;
  readonly defaultLanguage: string | undefined;
  readonly defaultSafeSearch: number | undefined;
  readonly maxResults: number;
  readonly searchTimeoutMs: number;
  readonly pageTimeoutMs: number;
  readonly allPagesTimeoutMs: number;
  readonly maxTotalContentCharacters: number;
  readonly minContentCharactersPerResult: number;
}

/** The most results of one search: the total has room for that many minimums. */
export const mostResults = 20;

const bounds = {
  maxResults: { fallback: 5, minimum: 1, maximum: mostResults },
  searchTimeoutSeconds: { fallback: 30, minimum: 1, maximum: 240 },
  pageTimeoutSeconds: { fallback: 30, minimum: 1, maximum: 60 },
  allPagesRetrievalTimeoutSeconds: { fallback: 60, minimum: 1, maximum: 120 },
  maxTotalContentCharacters: { fallback: 100_000, minimum: 2_000, maximum: 200_000 },
  minContentCharactersPerResult: { fallback: 2_000, minimum: 100, maximum: 10_000 },
} as const;

/** The settings of a call. Numbers out of bounds count as the bound. */
export function readSettings(config: ToolConfig): SearchSettings {
  const reader = createSettingsReader(config, { of: 'web_search' });
  const number = (name: keyof typeof bounds): number => {
    const { fallback, minimum, maximum } = bounds[name];
    return Math.floor(Math.min(Math.max(reader.number(name, fallback), minimum), maximum));
  };
  const safeSearch = reader.integer('defaultSafeSearch');
  return {
    address: readBaseUrl(reader.requireText('baseUrl')),
    defaultLanguage: reader.text('defaultLanguage'),
    defaultSafeSearch: safeSearch !== undefined && safeSearch >= 0 && safeSearch <= 2 ? safeSearch : undefined,
    maxResults: number('maxResults'),
    searchTimeoutMs: number('searchTimeoutSeconds') * 1_000,
    pageTimeoutMs: number('pageTimeoutSeconds') * 1_000,
    allPagesTimeoutMs: number('allPagesRetrievalTimeoutSeconds') * 1_000,
    maxTotalContentCharacters: number('maxTotalContentCharacters'),
    minContentCharactersPerResult: number('minContentCharactersPerResult'),
  };
}

/** As search services name languages: BCP 47 tags, and `all` and `auto`. */
const languageName = /^(?:auto|[a-z]{2,3}(?:-[a-z0-9]{2,8})*)$/i;

/** Why settings that fit the schema would not do. */
export function validateSettings(config: ToolConfig): readonly ConfigurationProblem[] {
  const reader = createSettingsReader(config, { of: 'web_search' });
  const problems: ConfigurationProblem[] = [];
  const address = readBaseUrl(reader.text('baseUrl', ''));
  if (typeof address === 'string') problems.push({ field: 'baseUrl', message: address });
  if (!languageName.test(reader.text('defaultLanguage', 'all'))) {
    const message = 'It is no language as search services name them. Write it as "de", "en-US", "all" or "auto".';
    problems.push({ field: 'defaultLanguage', message });
  }
  const { maxTotalContentCharacters: total, minContentCharactersPerResult: least } = bounds;
  const most = reader.number('maxTotalContentCharacters', total.fallback);
  const each = reader.number('minContentCharactersPerResult', least.fallback);
  if (most < each * mostResults) {
    const message =
      `"maxTotalContentCharacters" is ${most}, less than ${mostResults} times "minContentCharactersPerResult" (${each}). ` +
      `Raise it to at least ${each * mostResults}, or lower the minimum to at most ${Math.floor(most / mostResults)}.`;
    // Neither is wrong by itself, so that both can be set in any order.
    problems.push({ message });
  }
  return problems;
}
