// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows of which only some are in the document is no table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and their controls have the focus, cells have none
import { ActionIcon, Checkbox, Group, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconClock, IconGripVertical } from '@tabler/icons-react';
import { memo, type PointerEvent as ReactPointerEvent } from 'react';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { OwnerBadge } from '../../parts/owner-badge.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatClock, formatTokens } from '../../texts/format.js';
import type { ToolRow as Row } from '../bot/changes/loadout-types.js';
import classes from './grid.module.css';
import { useRowActions } from './row-actions.js';
import { RowState } from './row-state.js';
import { loadoutTexts } from './texts.js';

export interface ToolRowProps {
  /** As it is shown: with what is on its way. */
  readonly row: Row;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isPending: boolean;
  /** Another tool has the same label. */
  readonly isAmbiguous: boolean;
  /** The order can be changed here. */
  readonly canMove: boolean;
  readonly failure: unknown;
  readonly changedBy: string | undefined;
  readonly onGrab: (name: string, event: ReactPointerEvent<HTMLElement>) => void;
  readonly onOpenMenu: (name: string, handle: HTMLElement) => void;
}

/** The cells of a tool. */
export const ToolRowCells = memo(function ToolRowCells(props: ToolRowProps): React.ReactElement {
  const { row, isActive, isSelected, isPending, isAmbiguous, canMove, failure, changedBy } = props;
  const texts = useTexts(loadoutTexts);
  const { canWrite, switchTool, openTool, selectTool } = useRowActions();
  const label = toPlain(row.label);
  const tabIndex = isActive ? 0 : -1;
  const stateId = `state-${row.name}`;
  return (
    <>
      {canWrite && (
        <div role="gridcell" className={classes.select}>
          <Checkbox
            checked={isSelected}
            tabIndex={tabIndex}
            aria-label={texts.select(label)}
            onChange={() => {}}
            onClick={(event) => selectTool(row.name, event.shiftKey)}
          />
        </div>
      )}
      {canWrite && (
        <div role="gridcell" className={classes.order}>
          {canMove && row.isAssigned && (
            <ActionIcon
              id={`move-${row.name}`}
              variant="subtle"
              color="gray"
              tabIndex={tabIndex}
              className={classes.handle}
              aria-label={texts.move(label)}
              aria-haspopup="menu"
              onPointerDown={(event) => props.onGrab(row.name, event)}
              onClick={(event) => props.onOpenMenu(row.name, event.currentTarget)}
            >
              <IconGripVertical size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
      <div role="gridcell" className={classes.switch}>
        {canWrite && !row.isAbsent && (
          <Switch
            checked={row.isAssigned}
            tabIndex={tabIndex}
            aria-label={nameRow(row, isAmbiguous)}
            aria-describedby={stateId}
            aria-busy={isPending || undefined}
            data-pending={isPending || undefined}
            onChange={(event) => switchTool(row, event.currentTarget.checked)}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key on the row, and the button at its end, do the same */}
      <div role="gridcell" className={classes.tool} onClick={() => openTool(row.name)}>
        <Text fw={600} size="sm" lineClamp={2}>
          <Foreign text={row.label} />
        </Text>
        {row.label !== row.name && <ForeignName name={row.name} size="xs" />}
        {row.hasOverride && (
          <Text span size="xs" c="dimmed">
            {row.label === row.name ? texts.hasOverride : ` · ${texts.hasOverride}`}
          </Text>
        )}
      </div>
      <div role="gridcell" className={classes.owner}>
        <Owner row={row} />
      </div>
      <div role="gridcell" className={classes.state}>
        <RowState row={row} id={stateId} tabIndex={tabIndex} failure={failure} changedBy={changedBy} />
        {isPending && <VisuallyHidden>{texts.waiting}</VisuallyHidden>}
      </div>
      <div role="gridcell" className={classes.tokens}>
        <Text span size="xs" c="dimmed">
          {row.tokens > 0 ? formatTokens(row.tokens) : ''}
        </Text>
      </div>
      <div role="gridcell" className={classes.details}>
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={tabIndex}
          aria-label={texts.details(label)}
          aria-haspopup="dialog"
          onClick={() => openTool(row.name)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
    </>
  );
});

/** What a row and its switch are called; the owner joins where another tool has the same label. */
export function nameRow({ label, name, owner }: Row, isAmbiguous: boolean): string {
  return [label, label === name ? '' : name, isAmbiguous ? owner : ''].filter(Boolean).map(toPlain).join(' ');
}

function Owner({ row }: { readonly row: Row }): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const stale = row.isStale && row.listedAt !== null ? texts.staleList(formatClock(row.listedAt)) : undefined;
  return (
    <Group gap={4} wrap="nowrap">
      <OwnerBadge owner={row.owner} isBuiltIn={row.isBuiltIn} />
      {stale !== undefined && (
        <span title={stale} style={{ flex: 'none' }}>
          <IconClock size={16} aria-hidden style={{ verticalAlign: 'middle' }} />
          <VisuallyHidden>{stale}</VisuallyHidden>
        </span>
      )}
    </Group>
  );
}
