// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows of which only some are in the document is no table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and their controls have the focus, cells have none
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatClock } from '../../texts/format.js';
import classes from './grid.module.css';
import { useRowActions } from './row-actions.js';
import { loadoutTexts } from './texts.js';

/** What is said of an owner's tools. */
export interface OwnerFacts {
  readonly isBuiltIn: boolean;
  readonly all: number;
  readonly on: number;
  readonly listedAt: string | null;
}

/** The head of a group: the bot's own tools in their order, or an owner's others. */
export const GroupRowCells = memo(function GroupRowCells({
  owner,
  facts,
  off,
  isClosed,
  isActive,
}: {
  /** Null: the bot's own. */
  readonly owner: string | null;
  readonly facts: OwnerFacts | undefined;
  /** Names of those that can be switched on here. */
  readonly off: readonly string[];
  /** Undefined: it cannot be closed. */
  readonly isClosed: boolean | undefined;
  readonly isActive: boolean;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { builtIn } = useTexts(partTexts);
  const { canWrite, switchAllOn, closeGroup } = useRowActions();
  const name = facts?.isBuiltIn ? builtIn : (owner ?? '');
  const action = off.length === 1 ? texts.switchOneOn : texts.switchAllOn(off.length);
  const parts = facts && [
    texts.groupCount(facts.on, facts.all),
    facts.listedAt !== null && !facts.isBuiltIn && texts.listFrom(formatClock(facts.listedAt)),
  ];
  const title = (
    <Text size="sm" fw={600} c="dimmed">
      {owner === null ? texts.onInOrder : <Foreign text={name} />}
      {parts && (
        <Text span size="sm" c="dimmed">
          {` · ${parts.filter(Boolean).join(' · ')}`}
        </Text>
      )}
    </Text>
  );
  const Chevron = isClosed ? IconChevronRight : IconChevronDown;
  return (
    <div role="rowheader" aria-colspan={canWrite ? 8 : 6} className={classes.group}>
      <Group gap="sm" justify="space-between">
        {owner === null || isClosed === undefined ? (
          title
        ) : (
          <UnstyledButton
            className={classes.groupButton}
            tabIndex={isActive ? 0 : -1}
            aria-expanded={!isClosed}
            onClick={() => closeGroup(owner)}
          >
            {title}
            <Chevron size={16} aria-hidden />
          </UnstyledButton>
        )}
        {canWrite && owner !== null && off.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            tabIndex={isActive ? 0 : -1}
            aria-label={texts.switchAllOnFor(action, toPlain(name))}
            onClick={() => switchAllOn(off)}
          >
            {action}
          </Button>
        )}
      </Group>
    </div>
  );
});
