import { useEffect, useRef, useState } from 'react';
import { findAuthors } from '../bot/changes/find-touched.js';
import { loadoutState } from '../bot/changes/loadout-state.js';
import type { BotTools, ToolRow } from '../bot/changes/loadout-types.js';

/** So long a mark stays. */
const markMs = 60_000;

/** Which rows others changed just now, with who it was; empty: nobody knows. */
export function useForeignMarks(bot: string, tools: BotTools | undefined): ReadonlyMap<string, string> {
  const [marks, setMarks] = useState<ReadonlyMap<string, string>>(new Map());
  const seen = useRef<{ readonly bot: string; readonly facts: ReadonlyMap<string, string>; readonly at: number }>(
    undefined,
  );

  useEffect(() => {
    if (tools === undefined) return;
    const before = seen.current;
    const facts = new Map(tools.rows.map((row) => [row.name, factOf(row)]));
    seen.current = { bot, facts, at: Date.now() };
    if (before === undefined || before.bot !== bot) {
      setMarks((marked) => (marked.size === 0 ? marked : new Map()));
      return;
    }
    const { own, pending } = loadoutState(bot).get();
    const foreign = [...facts]
      .filter(([name, fact]) => before.facts.get(name) !== undefined && before.facts.get(name) !== fact)
      .map(([name]) => name)
      .filter((name) => !own.has(name) && !pending.has(name));
    if (foreign.length === 0) return;
    void findAuthors(bot, new Date(before.at - markMs).toISOString()).then((authors) => {
      const added = foreign.map((name) => [name, authors.get(name)?.actor.name ?? ''] as const);
      setMarks((marked) => new Map([...marked, ...added]));
      setTimeout(() => {
        setMarks((marked) => new Map([...marked].filter(([name]) => !foreign.includes(name))));
      }, markMs);
    });
  }, [bot, tools]);
  return marks;
}

/** Places change with every move of another tool; whose a tool is, by companions. */
function factOf({ isAssigned, hasOverride }: ToolRow): string {
  return `${isAssigned} ${hasOverride}`;
}
