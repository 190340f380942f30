import { Box, Button, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useObservable } from '../../api/observable.js';
import type { LoadoutContext } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { useDropped } from '../../app/use-dropped.js';
import { lazyPart, lazyPopup } from '../../parts/lazy-part.js';
import { useTexts } from '../../texts/define-texts.js';
import { findKnownTools } from '../bot/changes/bot-tools-query.js';
import { dismissFailure, loadoutState } from '../bot/changes/loadout-state.js';
import type { BotTools, ToolRow } from '../bot/changes/loadout-types.js';
import { readPlaces, withSwitch } from '../bot/changes/make-changes.js';
import { findPlacements } from '../bot/changes/place-tools.js';
import { useLoadoutChanges } from '../bot/changes/use-loadout-changes.js';
import { closeGroups, type ListItem, namesInOrder, type RowFilter } from './arrange-rows.js';
import { Banners } from './banners.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { useBulk } from './bulk/use-bulk.js';
import { ContextLine } from './context-line.js';
import { countOwners, countRows } from './count-rows.js';
import { Filters } from './filters.js';
import classes from './grid.module.css';
import { type RowActions, RowActionsContext } from './row-actions.js';
import { SelectionContext, useNewSelection } from './selection-context.js';
import { loadoutTexts } from './texts.js';
import { ToolGrid } from './tool-grid.js';
import { useArrangement } from './use-arrangement.js';
import { useClosedGroups } from './use-closed-groups.js';
import { useFilter } from './use-filter.js';
import { useForeignMarks } from './use-foreign-marks.js';
import { useSpoken } from './use-spoken.js';

const route = getRouteApi('/bots/$bot/loadout');

const ToolDrawer = lazyPopup(() => import('./drawer/tool-drawer.js'), 'ToolDrawer');
const NothingThere = lazyPart(() => import('./nothing-there.js'), 'NothingThere');
const BulkDialogs = lazyPopup(() => import('./bulk/bulk-dialogs.js'), 'BulkDialogs');

/** The list with all that is around it. */
export function LoadoutList({
  tools,
  botName,
  isStale,
}: {
  readonly tools: BotTools;
  readonly botName: string;
  /** The rows are of another context. */
  readonly isStale: boolean;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const bot = tools.bot.id;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan('operator');
  const { make, undo } = useLoadoutChanges(bot, botName);
  const { pending } = useObservable(loadoutState(bot));
  const [isContextOpen, setContextOpen] = useState(false);
  useDropped({ owner: search.owner !== undefined && !tools.rows.some(({ owner }) => owner === search.owner) });
  const { filter, setFilter, clearFilter, isFiltered } = useFilter();
  const selection = useNewSelection();

  const rows = useMemo(() => tools.rows.map((row) => show(row, pending.get(row.name))), [tools.rows, pending]);
  const byName = useMemo(() => new Map(rows.map((row) => [row.name, row])), [rows]);
  const counts = useMemo(() => countRows(rows), [rows]);
  const owners = useMemo(() => countOwners(rows), [rows]);
  const marks = useForeignMarks(bot, tools);
  const { items: arranged, misplaced, arrange } = useArrangement(bot, rows, filter, marks);
  const { closed, closeGroup } = useClosedGroups();
  // What is looked for is shown wherever it is.
  const items = useMemo(() => (isFiltered ? arranged : closeGroups(arranged, closed)), [isFiltered, arranged, closed]);
  const shown = useMemo(() => items.flatMap(({ kind, key }) => (kind === 'tool' ? [key] : [])), [items]);
  const bulk = useBulk({ make, undo, rows: byName, selection });
  const found = texts.found(shown.length, countTools(arranged) - shown.length);
  const spoken = useSpoken(found, marks.size === 0 ? '' : texts.othersChanged(marks.size));

  const move = useCallback(
    (names: readonly string[], before: string | undefined) => {
      const known = findKnownTools(bot)?.rows ?? [];
      const placements = findPlacements(readPlaces(known), names, before);
      const moved = known.filter(({ name }) => names.includes(name));
      arrange();
      return make({
        kind: 'moved',
        tools: moved,
        changes: placements.map(({ tool, position }) => ({ action: 'move' as const, tool, position })),
      });
    },
    [bot, make, arrange],
  );

  // By what is known, which may be more than is drawn yet.
  const moveBy = (name: string, step: number): void => {
    const order = namesInOrder(findKnownTools(bot)?.rows ?? []);
    const place = order.indexOf(name);
    const target = place + (step < 0 ? step : step + 1);
    if (place !== -1 && target >= 0 && target <= order.length) void move([name], order[target]);
  };

  const { switchAll } = bulk;
  const { select } = selection;
  const actions = useMemo<RowActions>(
    () => ({
      bot,
      botName,
      canWrite,
      switchTool: (row, isOn) =>
        void make({
          kind: isOn ? 'on' : 'off',
          tools: [row],
          changes: [{ action: isOn ? 'assign' : 'unassign', tool: row.name }],
        }),
      removeTool: (row) =>
        void make({ kind: 'removed', tools: [row], changes: [{ action: 'unassign', tool: row.name }] }),
      openTool: (tool) =>
        void navigate({
          search: (before) => ({ ...before, tool }),
          state: (before) => ({ ...before, isFromRow: true }),
        }),
      selectTool: (name, isRange) => select(name, isRange, shown),
      switchAllOn: (names) => switchAll('on', names),
      closeGroup,
      changeContext: () => {
        // It stands behind the drawer.
        void navigate({ search: ({ tool: _, ...rest }) => rest, replace: true });
        setContextOpen(true);
      },
      dismissFailure: (name) => dismissFailure(bot, name),
    }),
    [bot, botName, canWrite, make, navigate, select, shown, switchAll, closeGroup],
  );
  const changeContext = (change: LoadoutContext): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const isOrdered = isAllInOrder(filter);

  // Names that are gone are selected no more.
  const { selected, toggle } = selection;
  useEffect(() => {
    const gone = [...selected].filter((name) => !byName.has(name));
    if (gone.length > 0) toggle(gone, false);
  }, [selected, toggle, byName]);

  return (
    <RowActionsContext value={actions}>
      <SelectionContext value={selection}>
        <Group justify="space-between" gap="xs" mb="xs">
          <Text fz={{ base: 'xs', sm: 'sm' }} fw={600}>
            {texts.count(counts)}
          </Text>
          <ContextLine context={search} isOpen={isContextOpen} onOpenChange={setContextOpen} onChange={changeContext} />
        </Group>
        <Banners rows={rows} canWrite={canWrite} />
        <div className={classes.filters}>
          <Filters rows={rows} counts={counts} filter={filter} onChange={setFilter} />
          {/* Where there is room for it, it is always there, so that rows stay where they are while it changes. */}
          <Group mt={6} gap="xs" className={classes.found}>
            {(isFiltered || shown.length < counts.all) && (
              <Text size="xs" c="dimmed">
                {found}
              </Text>
            )}
            {isFiltered && canWrite && shown.length > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => selection.selectAll(shown)}>
                {texts.selectAllMatching(shown.length)}
              </Button>
            )}
            {misplaced > 0 && (
              <>
                <Text size="xs" c="dimmed">
                  {texts.misplaced(misplaced)}
                </Text>
                <Button size="compact-xs" variant="default" onClick={arrange}>
                  {texts.arrange}
                </Button>
              </>
            )}
          </Group>
        </div>
        <div className="visually-hidden" aria-live="polite">
          {spoken}
        </div>
        {counts.on === 0 && counts.all > 0 && !isFiltered && (
          <Text my="sm">{canWrite ? texts.nothingAssigned : texts.nothingAssignedViewer}</Text>
        )}
        {items.length === 0 ? (
          <NothingThere isEmpty={counts.all === 0} onClear={clearFilter} />
        ) : (
          <Box opacity={isStale ? 0.6 : 1} pb={selected.size > 0 ? 90 : 0}>
            <ToolGrid
              items={items}
              rows={byName}
              owners={owners}
              selected={selected}
              marks={marks}
              isOrdered={isOrdered && canWrite}
              onMove={(name, before) => void move([name], before)}
              onMoveBy={moveBy}
              onAskPosition={(name) => bulk.askPosition([name])}
            />
          </Box>
        )}
        {canWrite && (
          <BulkBar
            bulk={bulk}
            rows={byName}
            canMove={isOrdered}
            onShowWithheld={() => {
              bulk.dismiss();
              setFilter({ show: 'withheld', words: '', owner: undefined, reason: undefined });
            }}
          />
        )}
        {bulk.question !== undefined && (
          <BulkDialogs bulk={bulk} botName={botName} order={namesInOrder(rows)} onMove={move} />
        )}
        {search.tool !== undefined && (
          <ToolDrawer
            name={search.tool}
            rows={byName}
            context={search}
            make={make}
            onMove={(name, before) => void move([name], before)}
            onClose={() => void navigate({ search: ({ tool: _, ...rest }) => rest, replace: true })}
          />
        )}
      </SelectionContext>
    </RowActionsContext>
  );
}

function show(row: ToolRow, pending: boolean | null | undefined): ToolRow {
  return typeof pending === 'boolean' ? withSwitch(row, pending) : row;
}

function countTools(items: readonly ListItem[]): number {
  return items.filter(({ kind }) => kind === 'tool').length;
}

function isAllInOrder({ show, words, owner, reason }: RowFilter): boolean {
  return (show === 'all' || show === 'on') && words.trim() === '' && owner === undefined && reason === undefined;
}
