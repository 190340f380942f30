import type { IToolImplementation } from '@loadout/core/contract';
import { checkOptions } from './check-options.js';
import { createConversationMemory } from './conversation/conversation-memory.js';
import { rememberResults } from './conversation/remember-results.js';
import { findDefinitionFolder } from './definition-folder.js';
import { createExtractor, type ExtractionSettings } from './extraction/create-extractor.js';
import { createReadWebPage } from './read-web-page/read-web-page.js';
import type { Authenticate } from './read-web-page/sign-in.js';
import { createPageFetcher } from './retrieval/fetch-page.js';
import type { Politeness } from './retrieval/host-turns.js';
import { createRetrieval } from './retrieval/retrieval.js';
import { describeUserAgent, type UserAgentOptions } from './retrieval/user-agent.js';
import { createWebSearch } from './web-search/web-search.js';

/** How the built-in tools are set up. */
export interface BuiltinToolsOptions extends UserAgentOptions {
  /** The time, for `retrieved_at_utc`. */
  readonly now?: (() => Date) | undefined;
  /** The folder with the definition files. Default: the one that ships with this package. */
  readonly definitionFolder?: string | URL | undefined;
  /** How servers are treated: how many requests at once to one host, and how close to each other. */
  readonly politeness?: Politeness | undefined;
  /** How pages are read: how many at once, and with how much memory each. */
  readonly extraction?: ExtractionSettings | undefined;
  /**
   * Signs `read_web_page` in at hosts that its setting `allowedPrivateHosts` names: answers the headers for the URL's
   * origin, or nothing. What is read so requires HIGH confidence.
   */
  readonly authenticate?: Authenticate | undefined;
}

/** What a host needs for the built-in tools. */
export interface BuiltinTools {
  readonly definitionFolders: readonly (string | URL)[];
  /** New ones each time that it is read, so that each host has workers, pages and known URLs of its own. */
  readonly implementations: readonly IToolImplementation[];
}

/**
 * The tools that ship with the host, to be spread into its options, also into those of several hosts. Loads none of their
 * parsers. Throws where an option cannot be used.
 *
 * ```ts
 * const host = await createHost({ ...builtinTools() });
 * ```
 */
export function builtinTools(options: BuiltinToolsOptions = {}): BuiltinTools {
  checkOptions(options);
  const { definitionFolder } = options;
  // What is wrong with the rest is told now. Nothing starts before the first page.
  makeImplementations(options);
  return {
    definitionFolders: [definitionFolder ?? findDefinitionFolder()],
    get implementations() {
      return makeImplementations(options);
    },
  };
}

function makeImplementations(options: BuiltinToolsOptions): readonly IToolImplementation[] {
  const { extraction, authenticate, now = () => new Date() } = options;
  const fetcher = createPageFetcher({ ...options, now });
  const retrieval = createRetrieval({ extractor: createExtractor(extraction), fetcher });
  const memory = createConversationMemory();
  const tools = [
    createReadWebPage({ retrieval, memory, authenticate }),
    createWebSearch({ retrieval, userAgent: describeUserAgent(options) }),
  ];
  return tools.map((tool) => rememberResults(tool, memory));
}
