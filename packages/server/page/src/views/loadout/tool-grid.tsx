// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows of which only some are in the document is no table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and their controls have the focus, cells have none
import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useObservable } from '../../api/observable.js';
import { lazyPopup } from '../../parts/lazy-part.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutState } from '../bot/changes/loadout-state.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { type ListItem, onGroup } from './arrange-rows.js';
import classes from './grid.module.css';
import { GridHeader } from './grid-header.js';
import { GroupRowCells, type OwnerFacts } from './group-row.js';
import { useRowActions } from './row-actions.js';
import { loadoutTexts } from './texts.js';
import { nameRow, ToolRowCells } from './tool-row.js';
import { useGridKeys } from './use-grid-keys.js';
import { useRowDrag } from './use-row-drag.js';
import { useRowFocus } from './use-row-focus.js';

const RowMenu = lazyPopup(() => import('./row-menu.js'), 'RowMenu');

const headHeight = 56;
/** Of the bars that stay above rows while they scroll. */
const barsHeight = 150;

/** All tools as rows, of which only those in sight are in the document. */
export function ToolGrid({
  items,
  rows,
  owners,
  selected,
  marks,
  isOrdered,
  onMove,
  onMoveBy,
  onAskPosition,
}: {
  readonly items: readonly ListItem[];
  /** By name, as they are shown. */
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly owners: ReadonlyMap<string, OwnerFacts>;
  readonly selected: ReadonlySet<string>;
  /** Who else changed what just now. */
  readonly marks: ReadonlyMap<string, string>;
  /** All of the bot's tools are shown in their order, so that it can be changed. */
  readonly isOrdered: boolean;
  /** Puts a tool before another; undefined: at the end. */
  readonly onMove: (name: string, before: string | undefined) => void;
  /** Moves a tool by so many places. */
  readonly onMoveBy: (name: string, step: number) => void;
  readonly onAskPosition: (name: string) => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const actions = useRowActions();
  const { bot, canWrite } = actions;
  const { pending, failures } = useObservable(loadoutState(bot));
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const own = useMemo(() => namesOfOwn(items), [items]);
  const ambiguous = useMemo(() => findAmbiguous(rows), [rows]);
  const margin = useTopMargin(body);
  const [menu, setMenu] = useState<{ readonly name: string; readonly handle: HTMLElement }>();

  const scrollTo = (index: number): void => virtualizer.scrollToIndex(index, { align: 'auto' });
  const { activeIndex, setActive, focus, focusMoved } = useRowFocus(keys, grid, scrollTo);

  const move = (name: string, target: number): void => {
    focusMoved(name);
    onMove(name, own[target]);
  };
  const moveBy = (name: string, step: number): void => {
    if (!isOrdered) return;
    focusMoved(name);
    onMoveBy(name, step);
  };
  const findTarget = (pageY: number): number => {
    const item = virtualizer.getVirtualItemForOffset(pageY);
    const index = item === undefined ? own.length : item.index + (pageY > item.start + item.size / 2 ? 1 : 0);
    // The head of the group is the first line.
    return Math.min(Math.max(index - 1, 0), own.length);
  };
  const { drag, grab } = useRowDrag(findTarget, (name, target) => {
    if (own[target] !== name && own[target - 1] !== name) move(name, target);
  });

  const dragIndex = drag === undefined ? -1 : keys.indexOf(drag.name);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'group' ? 44 : 57),
    getItemKey: (index) => keys[index] ?? index,
    overscan: 6,
    scrollMargin: margin,
    scrollPaddingStart: barsHeight,
    scrollPaddingEnd: 100,
    // The row with the focus, and the one that is dragged, stay.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), activeIndex, ...(dragIndex === -1 ? [] : [dragIndex])])]
        .filter((index) => index >= 0 && index < items.length)
        .sort((a, b) => a - b),
  });
  const onKeyDown = useGridKeys({
    items,
    rows,
    activeIndex,
    focus,
    moveBy,
    hasSelection: selected.size > 0,
    pageRows: Math.max(1, Math.floor((window.innerHeight - barsHeight) / headHeight) - 2),
  });
  const openMenu = useCallback((name: string, handle: HTMLElement) => setMenu({ name, handle }), []);
  const dropY = drag === undefined ? 0 : (virtualizer.measurementsCache[drag.target + 1]?.start ?? Number.NaN) - margin;

  return (
    <>
      <VisuallyHidden id={hintId}>{`${texts.gridHint} ${texts.searchHint}`}</VisuallyHidden>
      <div
        ref={grid}
        role="grid"
        aria-label={texts.grid}
        aria-describedby={hintId}
        aria-rowcount={items.length + 1}
        aria-multiselectable={canWrite || undefined}
        className={`${classes.grid} ${canWrite ? classes.write : classes.read}`}
        onKeyDown={onKeyDown}
      >
        <GridHeader items={items} selected={selected} />
        <div ref={body} role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const item = items[index];
            if (item === undefined) return null;
            const row = rows.get(item.key);
            const isActive = index === activeIndex;
            const isSelected = selected.has(item.key);
            const marksOfRow = [
              classes.row,
              item.kind === 'group' && classes.isGroup,
              isSelected && classes.isSelected,
              row?.isAbsent && classes.isAbsent,
              drag?.name === item.key && classes.isDragged,
            ];
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                role="row"
                data-index={index}
                aria-rowindex={index + 2}
                aria-label={row && nameRow(row, ambiguous.has(row.label))}
                aria-selected={item.kind === 'tool' && canWrite ? isSelected : undefined}
                tabIndex={isActive ? 0 : -1}
                className={marksOfRow.filter(Boolean).join(' ')}
                style={{ transform: `translateY(${start - margin}px)` }}
                onFocus={() => setActive(item.key)}
              >
                {item.kind === 'group' ? (
                  <GroupRow item={item} rows={rows} owners={owners} isActive={isActive} />
                ) : (
                  row !== undefined && (
                    <ToolRowCells
                      row={row}
                      isActive={isActive}
                      isSelected={isSelected}
                      isPending={pending.has(row.name)}
                      isAmbiguous={ambiguous.has(row.label)}
                      canMove={isOrdered}
                      failure={failures.get(row.name)}
                      changedBy={marks.get(row.name)}
                      onGrab={grab}
                      onOpenMenu={openMenu}
                    />
                  )
                )}
              </div>
            );
          })}
          {drag !== undefined && (
            <div
              className={classes.drop}
              aria-hidden
              style={{ transform: `translateY(${Number.isNaN(dropY) ? virtualizer.getTotalSize() : dropY}px)` }}
            />
          )}
        </div>
      </div>
      {menu !== undefined && (
        <RowMenu
          handle={menu.handle}
          place={own.indexOf(menu.name)}
          count={own.length}
          onMoveBy={(step) => moveBy(menu.name, step)}
          onMove={(target) => move(menu.name, target)}
          onAsk={() => onAskPosition(menu.name)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

function GroupRow({
  item,
  rows,
  owners,
  isActive,
}: {
  readonly item: Extract<ListItem, { readonly kind: 'group' }>;
  readonly rows: ReadonlyMap<string, ToolRow>;
  readonly owners: ReadonlyMap<string, OwnerFacts>;
  readonly isActive: boolean;
}): React.ReactElement {
  const off = useMemo(() => item.names.filter((name) => rows.get(name)?.isAssigned === false), [item.names, rows]);
  return (
    <GroupRowCells
      owner={item.owner}
      facts={item.owner === null ? undefined : owners.get(item.owner)}
      off={off}
      isClosed={item.isClosed}
      isActive={isActive}
    />
  );
}

/** Names of the first group, where that is the bot's own. */
function namesOfOwn(items: readonly ListItem[]): readonly string[] {
  const [first] = items;
  if (first?.kind !== 'group' || first.key !== onGroup) return [];
  const end = items.findIndex((item, index) => index > 0 && item.kind === 'group');
  return items.slice(1, end === -1 ? undefined : end).map(({ key }) => key);
}

function findAmbiguous(rows: ReadonlyMap<string, ToolRow>): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { label } of rows.values()) (seen.has(label) ? twice : seen).add(label);
  return twice;
}

/** How far the list is from the top of the document; banners above it come and go. */
function useTopMargin(body: React.RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(200);
  const measure = useCallback(() => {
    const top = body.current?.getBoundingClientRect().top;
    if (top !== undefined)
      setMargin((before) => (Math.abs(before - top - window.scrollY) < 1 ? before : top + window.scrollY));
  }, [body]);
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [measure]);
  return margin;
}
