/** `@loadout/builtin-tools`: the whole public surface. */
export { type BuiltinTools, type BuiltinToolsOptions, builtinTools } from './builtin-tools.js';
export type { ExtractionSettings } from './extraction/create-extractor.js';
export type { ReadWebPageResult } from './read-web-page/read-web-page-result.js';
export type { Authenticate } from './read-web-page/sign-in.js';
export type { Politeness } from './retrieval/host-turns.js';
export type { UserAgentOptions } from './retrieval/user-agent.js';
export type { WebSearchResult } from './web-search/web-search-result.js';
