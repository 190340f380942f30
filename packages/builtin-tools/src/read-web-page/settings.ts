import { type ConfigurationProblem, createSettingsReader, type ToolConfig } from '@loadout/core/contract';
import { isAllowedHost, judgePrivateHosts, readPrivateHost } from './private-hosts.js';
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
    urlSource: reader.choice('urlSource', ['any', 'known'], 'any'),
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
  const { headers, unreadable } = readHostHeaders(reader.text('privateHostHeaders', ''));
  const field = 'privateHostHeaders';
  if (unreadable.length > 0) {
    const lines = unreadable.length === 1 ? `Line ${unreadable[0]} is` : `Lines ${unreadable.join(', ')} are`;
    const message = `${lines} not of the form "host: Header-Name: value", or name a header that cannot be set. Write one header a line.`;
    problems.push({ field, message });
  }
  if (headers.some(({ host }) => !isAllowedHost(new URL(`http://${host}`), hosts))) {
    const message =
      'It has a header for a host that is not among "allowedPrivateHosts", where it is never sent. Add the host there, or remove the line.';
    problems.push({ field, message });
  }
  return problems;
}
