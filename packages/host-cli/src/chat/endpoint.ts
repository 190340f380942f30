import { CONFIDENCE_LEVELS, type ConfidenceLevel, type ModelProvider } from '@loadout/core';
import { requireChoice } from '../commands/require-choice.js';
import type { ChatSettings } from '../config/configuration.js';
import { isEndpointUrl, MODEL_APIS } from '../config/environment.js';
import { UsageError } from '../config/usage-error.js';

/** What the command line says of the endpoint. */
export interface EndpointFlags {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly api?: string;
  readonly provider?: string;
  readonly confidence?: string;
  readonly system?: string;
}

/** Where the model is. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
  readonly api: (typeof MODEL_APIS)[number];
  readonly modelProvider: ModelProvider;
  readonly system: string | undefined;
  /** Whether it is the configured one: what is trusted of that, and its key, are for no other. */
  readonly isConfigured: boolean;
}

/**
 * Flags before what is configured. How far the configured service is trusted does not count for another one that a
 * flag names. Throws {@link UsageError} where there is no endpoint.
 */
export function chooseEndpoint(settings: ChatSettings, flags: EndpointFlags = {}): Endpoint {
  const baseUrl = flags.baseUrl === undefined ? settings.baseUrl : requireUrl(flags.baseUrl);
  const model = flags.model ?? settings.model;
  if (baseUrl === undefined || model === undefined) {
    const missing = [...(baseUrl === undefined ? ['--base-url'] : []), ...(model === undefined ? ['--model'] : [])];
    throw new UsageError(
      `There is no model endpoint: ${missing.join(' and ')} missing. Say where it is, or write "chat": { "baseUrl": …, "model": … } in the configuration.`,
    );
  }
  if (!URL.canParse(baseUrl)) throw new UsageError('The base URL of the configured chat cannot be parsed.');
  const isConfigured =
    settings.baseUrl === undefined || (URL.canParse(settings.baseUrl) && isSameService(settings.baseUrl, baseUrl));
  const known = isConfigured ? settings.modelProvider : undefined;
  return {
    baseUrl,
    model,
    api: flags.api === undefined ? (settings.api ?? 'chat') : requireChoice('--api', flags.api, MODEL_APIS),
    modelProvider: {
      id: flags.provider ?? known?.id ?? new URL(baseUrl).host,
      confidence: readLevel(flags.confidence) ?? known?.confidence ?? 'UNKNOWN',
    },
    system: flags.system ?? settings.system,
    isConfigured,
  };
}

function isSameService(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function readLevel(text: string | undefined): ConfidenceLevel | undefined {
  if (text === undefined) return undefined;
  return requireChoice('--confidence', text, Object.keys(CONFIDENCE_LEVELS) as ConfidenceLevel[]); // keys of a literal
}

function requireUrl(text: string): string {
  if (isEndpointUrl(text)) return text;
  throw new UsageError(
    `--base-url is ${JSON.stringify(withoutSecrets(text))}. Expected an http or https address without a name, a query or a fragment, as https://models.example.org/v1.`,
  );
}

/** Where addresses carry keys and passwords: before the host, and in the query. */
function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/?#]*@/, '//…@').replace(/[?#].*$/s, (rest) => `${rest[0]}…`);
}
