import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import type { ToolListing } from './match-tools.js';
import { toolsTexts } from './texts.js';
import { ToolRow } from './tool-row.js';

const rowHeight = 76;

/** Any number of tools: only the rows in sight are there. */
export function ToolList({ tools }: { readonly tools: readonly ToolListing[] }): React.ReactElement {
  const texts = useTexts(toolsTexts);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above it may change its height.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: tools.length,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => tools[index]?.name ?? index,
  });
  return (
    <ul
      ref={list}
      aria-label={texts.listLabel}
      style={{ position: 'relative', height: virtualizer.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const tool = tools[index];
        if (tool === undefined) return null;
        return (
          <li
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            aria-setsize={tools.length}
            aria-posinset={index + 1}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
          >
            <ToolRow tool={tool} />
          </li>
        );
      })}
    </ul>
  );
}
