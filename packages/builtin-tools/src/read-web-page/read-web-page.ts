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
import { ExtractionError } from '../extraction/extracted-page.js';
import type { Retrieval } from '../retrieval/retrieval.js';
import { RetrievalError } from '../retrieval/retrieval-error.js';
import { labelsFor } from './labels.js';
import { pageResultSchema, toPageResult } from './page-result.js';

// Both above the most that the settings allow: the tool ends its work itself, and whole.
const policy = readToolPolicy({ timeoutMs: 250_000, maxResultCharacters: 400_000 });

const settings = {
  timeoutSeconds: { default: 60, minimum: 1, maximum: 240 },
  maxContentCharacters: { default: 30_000, minimum: 100, maximum: 100_000 },
} as const;

/** The tool `read_web_page`: a public web page as Markdown, with what it says of itself. */
export function createReadWebPage(retrieval: Retrieval): IToolImplementation {
  return {
    implementationKey: 'read_web_page',
    icon: 'globe',
    policy,
    outputSchema: pageResultSchema,
    displayName: (locale) => labelsFor(locale).displayName,
    description: (locale) => labelsFor(locale).description,
    settingsFieldLabel: (field, locale) => fieldTexts(field, locale)?.label,
    settingsFieldDescription: (field, locale) => fieldTexts(field, locale)?.description,
    execute: (args, config, call) => readWebPage(args, config, call, retrieval),
  };
}

async function readWebPage(
  args: JsonObject,
  config: ToolConfig,
  call: CallScope,
  retrieval: Retrieval,
): Promise<CallToolResult> {
  const requestedUrl = String(args.url);
  try {
    const timeoutMs = readSetting(config, 'timeoutSeconds') * 1_000;
    const retrieved = await retrieval.retrieve({ url: requestedUrl, call, timeoutMs });
    const maxContentCharacters = readSetting(config, 'maxContentCharacters');
    return toPageResult({ requestedUrl, retrieved, maxContentCharacters });
  } catch (error) {
    return explainFailure(error, call);
  }
}

/** A page that cannot be had is an answer for the model; a page that must not be had is blocked. */
function explainFailure(error: unknown, call: CallScope): CallToolResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isToldToModel = error instanceof RetrievalError || error instanceof ExtractionError;
  if (!isToldToModel && !code.startsWith('NETWORK_')) throw error;
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
