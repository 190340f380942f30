import {
  type CallScope,
  type CallToolResult,
  createSettingsReader,
  type IToolImplementation,
  type JsonObject,
  readToolPolicy,
  ToolBlockedError,
  type ToolConfig,
} from '@loadout/core/contract';
import type { ReadPage } from '../retrieval/read-html.js';
import { RetrievalError, type RetrievedPage, retrievePage } from '../retrieval/retrieve-page.js';
import { labelsFor } from './labels.js';
import { pageResultSchema, toPageResult } from './page-result.js';

/** What the tool is given from outside. */
export interface ReadWebPageOptions {
  /** The time, for `retrieved_at_utc`. */
  readonly now?: () => Date;
}

// Both above the most that the settings allow: the tool ends its work itself, and whole.
const policy = readToolPolicy({ timeoutMs: 250_000, maxResultCharacters: 400_000 });

const settings = {
  timeoutSeconds: { default: 60, minimum: 1, maximum: 240 },
  maxContentCharacters: { default: 30_000, minimum: 100, maximum: 100_000 },
} as const;

/** The tool `read_web_page`: a public web page as Markdown, with what it says of itself. */
export function createReadWebPage({ now = () => new Date() }: ReadWebPageOptions = {}): IToolImplementation {
  return {
    implementationKey: 'read_web_page',
    icon: 'globe',
    policy,
    outputSchema: pageResultSchema,
    displayName: (locale) => labelsFor(locale).displayName,
    description: (locale) => labelsFor(locale).description,
    settingsFieldLabel: (field, locale) => fieldTexts(field, locale)?.label,
    settingsFieldDescription: (field, locale) => fieldTexts(field, locale)?.description,
    execute: (args, config, call) => readWebPage(args, config, call, now),
  };
}

async function readWebPage(
  args: JsonObject,
  config: ToolConfig,
  call: CallScope,
  now: () => Date,
): Promise<CallToolResult> {
  const requestedUrl = String(args.url);
  try {
    const retrieved = await retrievePage(requestedUrl, call, {
      timeoutMs: readSetting(config, 'timeoutSeconds') * 1_000,
    });
    const retrievedAt = now();
    const page = await readPage(retrieved);
    const maxContentCharacters = readSetting(config, 'maxContentCharacters');
    return toPageResult({ requestedUrl, retrieved, page, retrievedAt, maxContentCharacters });
  } catch (error) {
    return explainFailure(error, call);
  }
}

async function readPage({ kind, source, url }: RetrievedPage): Promise<ReadPage> {
  if (kind === 'html' && source.trim() !== '') {
    const { readHtml } = await import('../retrieval/read-html.js');
    return readHtml(source, url);
  }
  return {
    markdown: source.trim(),
    title: null,
    description: null,
    authors: [],
    language: null,
    publishedTime: null,
    modifiedTime: null,
    warnings: [],
  };
}

/** A page that cannot be had is an answer for the model; a page that must not be had is blocked. */
function explainFailure(error: unknown, call: CallScope): CallToolResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof RetrievalError) && !code.startsWith('NETWORK_')) throw error;
  if (call.signal.aborted) throw error;
  const message = error instanceof Error ? error.message : '';
  if (code === 'NETWORK_URL_INVALID' || code === 'NETWORK_ADDRESS_REFUSED') throw new ToolBlockedError(message);
  return { content: [{ type: 'text', text: message }], isError: true };
}

function readSetting(config: ToolConfig, name: keyof typeof settings): number {
  const { default: fallback, minimum, maximum } = settings[name];
  return Math.min(Math.max(createSettingsReader(config).number(name, fallback), minimum), maximum);
}

function fieldTexts(
  field: string,
  locale: string,
): { readonly label: string; readonly description: string } | undefined {
  const texts = labelsFor(locale).settings;
  return Object.hasOwn(texts, field) ? texts[field as keyof typeof texts] : undefined;
}
