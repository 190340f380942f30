import {
  type CallScope,
  type CallToolResult,
  type IToolImplementation,
  type JsonObject,
  readToolPolicy,
  ToolBlockedError,
  type ToolConfig,
} from '@loadout/core/contract';
import type { ConversationMemory } from '../conversation/conversation-memory.js';
import { localise } from '../localise.js';
import type { Retrieval } from '../retrieval/retrieval.js';
import { type DrawCode, drawCode } from '../untrusted/mark-untrusted.js';
import { maxUrlLength } from '../urls/normalise-url.js';
import { explainFailure } from './explain-failure.js';
import { labels } from './labels.js';
import { pageResultSchema, toPageResult } from './page-result.js';
import { readSettings, validateSettings } from './settings.js';
import { type Authenticate, signIn } from './sign-in.js';

// Both above the most that the settings allow: the tool ends its work itself, and whole. JSON may need two characters
// for one of the content.
const policy = readToolPolicy({ timeoutMs: 250_000, maxResultCharacters: 400_000 });

// Signing in is a part of the retrieval's time.
const mostSignInMs = 10_000;

/** What the tool is made of. */
export interface ReadWebPageParts {
  readonly retrieval: Retrieval;
  readonly memory: ConversationMemory;
  readonly authenticate?: Authenticate | undefined;
  readonly draw?: DrawCode;
}

/** The tool `read_web_page`: a web page as Markdown, with what it says of itself. */
export function createReadWebPage(parts: ReadWebPageParts): IToolImplementation {
  return {
    implementationKey: 'read_web_page',
    icon: 'globe',
    policy,
    outputSchema: pageResultSchema,
    ...localise(labels),
    validateConfiguration: validateSettings,
    async execute(args, config, call) {
      try {
        return await readWebPage(args, config, call, parts);
      } catch (error) {
        return explainFailure(error, String(args.url), call);
      }
    },
    close: () => parts.retrieval.close(),
  };
}

async function readWebPage(
  args: JsonObject,
  config: ToolConfig,
  call: CallScope,
  { retrieval, memory, authenticate, draw = drawCode }: ReadWebPageParts,
): Promise<CallToolResult> {
  const requestedUrl = String(args.url).trim();
  // Not in the schema: OpenAI's strict mode knows no length.
  if (requestedUrl.length > maxUrlLength) {
    throw new ToolBlockedError(
      `The URL has ${requestedUrl.length} characters; those that are read have at most ${maxUrlLength}.`,
    );
  }
  const page = typeof args.page === 'number' ? args.page : 1;
  const settings = readSettings(config);
  if (settings.urlSource === 'known') requireKnown(requestedUrl, call, memory);
  const { allowedPrivateHosts, privateHostHeaders: secret, timeoutMs, maxContentCharacters } = settings;
  const needsSignIn = secret !== undefined || authenticate !== undefined;
  const retrieved = await retrieval.retrieve({
    url: requestedUrl,
    call,
    timeoutMs,
    ...(allowedPrivateHosts.length === 0 ? {} : { allowedPrivateHosts }),
    ...(needsSignIn
      ? {
          privateHeaders: (url) =>
            signIn({ url, call, secret, authenticate, timeoutMs: Math.min(timeoutMs, mostSignInMs) }),
        }
      : {}),
  });
  const { markdown } = retrieved.page;
  return toPageResult({
    requestedUrl,
    retrieved,
    page,
    maxContentCharacters,
    hasChanged: markdown.length > maxContentCharacters && memory.hasChanged(call.context, requestedUrl, markdown),
    redact: call.redact,
    draw,
  });
}

function requireKnown(url: string, call: CallScope, memory: ConversationMemory): void {
  if (memory.knows(call.context, url)) return;
  throw new ToolBlockedError(
    `The URL ${JSON.stringify(url.slice(0, 200))} is not among those that this conversation named, and no others may be ` +
      'read. Read one that the user gave or that an earlier result holds, copied exactly; otherwise ask the user for it.',
  );
}
