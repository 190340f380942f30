import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../texts/language.js';
import { botToolsQuery } from '../bot/changes/bot-tools-query.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import type { ToolDescription } from './tool-types.js';

/** What is known of a tool that nobody lists: what a bot that has it remembers. */
export function useLastSeen(description: ToolDescription | undefined): ToolRow | undefined {
  const bot = description?.tool === null ? description.bots[0]?.bot : undefined;
  const { data } = useQuery({ ...botToolsQuery(bot ?? '', {}, useLanguage()), enabled: bot !== undefined });
  return bot === undefined ? undefined : data?.rows.find(({ name }) => name === description?.name);
}
