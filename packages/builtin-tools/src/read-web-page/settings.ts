import { type ConfigurationProblem, createSettingsReader, type ToolConfig } from '@loadout/core/contract';
import { judgePrivateHosts, readPrivateHost } from './private-hosts.js';
import { readHostHeaders } from './sign-in.js';

/** What an operator decides about the tool. */
export interface PageSettings {
  readonly timeoutMs: number;
  readonly maxContentCharacters: number;
  readonly allowedPrivateHosts: readonly string[];
  /** Secret: lines of `host: Header-Name: value`. */
  readonly privateHostHeaders: string | undefined;
  /** `known`: only URLs that the context or an earlier result of the conversation named. */
  readonly urlSource: 'any' | 'known';
}

const bounds = {
  timeoutSeconds: { fallback: 60, minimum: 1, maximum: 240 },
  maxContentCharacters: { fallback: 30_000, minimum: 100, maximum: 100_000 },
} as const;

/** The settings of a call. Numbers out of bounds count as the bound; hosts that cannot be read allow nothing. */
export function readSettings(config: ToolConfig): PageSettings {
  const reader = createSettingsReader(config, { of: 'read_web_page' });
  const number = (name: keyof typeof bounds): number => {
    const { fallback, minimum, maximum } = bounds[name];
    return Math.min(Math.max(reader.number(name, fallback), minimum), maximum);
  };
  return {
    timeoutMs: number('timeoutSeconds') * 1_000,
    maxContentCharacters: Math.floor(number('maxContentCharacters')),
    allowedPrivateHosts: reader
      .list('allowedPrivateHosts')
      .filter((entry) => typeof readPrivateHost(entry) !== 'string'),
    privateHostHeaders: reader.text('privateHostHeaders'),
    // Whatever else stands there was meant to allow less.
    urlSource: reader.text('urlSource', 'any') === 'any' ? 'any' : 'known',
  };
}

/** Why settings that fit the schema would not do what they seem to. */
export async function validateSettings(config: ToolConfig): Promise<readonly ConfigurationProblem[]> {
  const reader = createSettingsReader(config);
  const hosts = reader.list('allowedPrivateHosts');
  const problems: ConfigurationProblem[] = (await judgePrivateHosts(hosts)).map((message) => ({
    field: 'allowedPrivateHosts',
    message,
  }));
  // A header for a host that is not on the list is sent nowhere, and so in nobody's way.
  const { unreadable, repeated } = readHostHeaders(reader.text('privateHostHeaders', ''));
  const field = 'privateHostHeaders';
  if (unreadable.length > 0) {
    const message = `${nameLines(unreadable, 'is', 'are')} not of the form "host: Header-Name: value", or ${unreadable.length === 1 ? 'names' : 'name'} a header that cannot be set. Write one header a line.`;
    problems.push({ field, message });
  }
  if (repeated.length > 0) {
    const message = `${nameLines(repeated, 'sets', 'set')} again what an earlier line sets for the same host, and only one could be sent. Keep one of them.`;
    problems.push({ field, message });
  }
  // No choice of the schema's: one that is mistyped would count for nothing, and the default allows every URL.
  if (!['any', 'known'].includes(reader.text('urlSource', 'any'))) {
    problems.push({ field: 'urlSource', message: 'It has to be "any" or "known".' });
  }
  return problems;
}

function nameLines(numbers: readonly number[], one: string, several: string): string {
  return numbers.length === 1 ? `Line ${numbers[0]} ${one}` : `Lines ${numbers.join(', ')} ${several}`;
}
