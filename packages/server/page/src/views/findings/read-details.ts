import type { ApiSchemas } from '@loadout/server/client';
import { formatTime } from '../../texts/format.js';

export type Finding = ApiSchemas['FindingList']['findings'][number];
export type FindingCode = ApiSchemas['FindingCode'];

type Details = ApiSchemas['FindingDetails'];

/** What a finding names, ready for a sentence: what is not named is empty. */
export type Named = Readonly<
  Record<'companion' | 'owner' | 'before' | 'tool' | 'name' | 'holder' | 'field' | 'bot' | 'kind' | 'subject', string>
> & {
  readonly fields: readonly string[];
  readonly names: readonly string[];
  readonly bots: number;
  readonly count: number;
  /** As times are written on the page. */
  readonly since: string;
  readonly until: string;
};

export function readDetails(details: Details): Named {
  const text = (value: string | undefined): string => value ?? '';
  const time = (value: string | undefined): string => (value === undefined ? '' : formatTime(value));
  const { companion, owner, before, tool, name, holder, field, bot, kind, subject } = details;
  return {
    companion: text(companion),
    owner: text(owner),
    before: text(before),
    tool: text(tool),
    name: text(name),
    holder: text(holder),
    field: text(field),
    bot: text(bot),
    kind: text(kind),
    subject: text(subject),
    fields: details.fields ?? [],
    names: details.names ?? [],
    bots: details.bots ?? 0,
    count: details.count ?? 0,
    since: time(details.since),
    until: time(details.until),
  };
}
