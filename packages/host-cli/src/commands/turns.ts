import { type RecordedTurn, requireBotId } from '@loadout/core';
import { formatTable } from '../output/table.js';
import type { Session } from '../session.js';
import { parseTime } from './parse-time.js';
import { readPages } from './read-pages.js';

/** Which turns. */
interface TurnFlags {
  readonly bot?: string;
  readonly since?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

/** Turns that called a tool or asked a model, the newest last. */
export async function listTurns({ host, out }: Session, { bot, since, limit, json }: TurnFlags): Promise<number> {
  const filter = {
    ...(bot === undefined ? {} : { botId: requireBotId(bot) }),
    ...(since === undefined ? {} : { since: parseTime(since, { flag: '--since', now: Date.now(), direction: 'ago' }) }),
  };
  const turns = await readPages(
    limit ?? 100,
    async (page) => (await host.traces.listTurns?.({ ...filter, ...page })) ?? [],
  );
  if (json) {
    for (const turn of turns) out.printJsonLine({ ...turn, startedAt: new Date(turn.startedAt).toISOString() });
    return 0;
  }
  if (turns.length === 0) {
    out.print(Object.keys(filter).length > 0 ? 'There is no such turn.' : 'No turn was recorded.');
    // The records know no bots: those of one that is gone stay.
    if (bot !== undefined) out.note('Which bots there are, "loadout bots list" says.');
    return 0;
  }
  const titles = ['STARTED', 'BOT', 'STOP', 'REQUESTS', 'CALLS', 'CHARACTERS', 'TOKENS', 'MS', 'API', 'TURN'];
  const dispensable = ['API', 'CHARACTERS', 'TOKENS', 'MS', 'TURN'];
  for (const line of formatTable({ titles, rows: turns.map(toRow), last: 'cut', dispensable }, out)) out.print(line);
  return 0;
}

function toRow(turn: RecordedTurn): readonly string[] {
  const { startedAt, botId, stop, modelRequests, calls, resultCharacters, durationMs, modelApi, turnId } = turn;
  const counts = [modelRequests, calls, resultCharacters].map(String);
  const used = [...counts, formatTokens(turn), String(Math.round(durationMs))];
  return [new Date(startedAt).toISOString(), botId, stop ?? '', ...used, modelApi ?? '', turnId];
}

/** Those that went in and those that came out; empty where nobody counted. */
function formatTokens({ inputTokens, outputTokens }: RecordedTurn): string {
  return inputTokens === null || outputTokens === null ? '' : `${inputTokens}+${outputTokens}`;
}
