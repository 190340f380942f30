import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useCan } from '../../api/session.js';
import { useTexts } from '../../texts/define-texts.js';
import { BotDialogs, type BotTask } from './bot-dialogs.js';
import type { Bot } from './bot-queries.js';
import { BotRow } from './bot-row.js';
import { botsTexts } from './texts.js';

const rowHeight = 72;

/** Any number of bots: only the rows in sight are there, and only their numbers are read. */
export function BotList({ bots }: { readonly bots: readonly Bot[] }): React.ReactElement {
  const texts = useTexts(botsTexts);
  const isOperator = useCan('operator');
  const [task, setTask] = useState<BotTask>();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: bots.length,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => bots[index]?.id ?? index,
  });
  return (
    <>
      <ul
        ref={list}
        aria-label={texts.listLabel}
        style={{ position: 'relative', height: virtualizer.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const bot = bots[index];
          if (bot === undefined) return null;
          return (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              aria-setsize={bots.length}
              aria-posinset={index + 1}
              style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
            >
              <BotRow bot={bot} onTask={isOperator ? (kind) => setTask({ kind, bot }) : undefined} />
            </li>
          );
        })}
      </ul>
      <BotDialogs task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
