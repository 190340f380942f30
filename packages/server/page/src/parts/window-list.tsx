import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { TimesInList } from './time.js';

/** Any number of rows that scroll with the page: only those in sight are there. */
export function WindowList<Row>({
  label,
  rows,
  rowHeight,
  getKey,
  children,
}: {
  /** What the rows are, for those who cannot see them. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Pixels, before a row was measured. */
  readonly rowHeight: number;
  readonly getKey: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}): React.ReactElement {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above it may change its height.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box !== undefined) setTop(Math.round(box.top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : getKey(row);
    },
  });
  return (
    <ul
      ref={list}
      aria-label={label}
      style={{ position: 'relative', height: virtualizer.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <li
            key={key}
            data-index={index}
            data-row={getKey(row)}
            ref={virtualizer.measureElement}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - top}px)` }}
          >
            <TimesInList value={true}>{children(row)}</TimesInList>
          </li>
        );
      })}
    </ul>
  );
}
