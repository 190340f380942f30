import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import type { NamedTool } from '../bot/changes/loadout-types.js';
import { BotRow } from './bot-row.js';
import type { BotOfTool } from './bot-rows.js';
import { toolTexts } from './texts.js';

/** Any number of bots with the switch of one tool: only the rows in sight are there. */
export function BotList({
  bots,
  tool,
  owner,
  selected,
  onSelect,
}: {
  readonly bots: readonly BotOfTool[];
  readonly tool: NamedTool;
  readonly owner: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((bot: string, isSelected: boolean) => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above it may change its height.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: bots.length,
    estimateSize: () => 76,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => bots[index]?.id ?? index,
  });
  return (
    <ul
      ref={list}
      aria-label={texts.botsLabel}
      style={{ position: 'relative', height: virtualizer.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const bot = bots[index];
        if (bot === undefined) return null;
        return (
          <li
            key={key}
            data-index={index}
            data-row={bot.id}
            ref={virtualizer.measureElement}
            aria-setsize={bots.length}
            aria-posinset={index + 1}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
          >
            <BotRow
              bot={bot}
              tool={tool}
              owner={owner}
              isSelected={selected.has(bot.id)}
              onSelect={onSelect && ((isSelected) => onSelect(bot.id, isSelected))}
            />
          </li>
        );
      })}
    </ul>
  );
}
