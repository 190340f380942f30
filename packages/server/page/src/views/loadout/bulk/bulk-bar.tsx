import { ActionBar, Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { lazyPart } from '../../../parts/lazy-part.js';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { ToolRow } from '../../bot/changes/loadout-types.js';
import { hideDone } from '../../bot/changes/show-done.js';
import { useSelection } from '../selection-context.js';
import { loadoutTexts } from '../texts.js';
import type { Bulk } from './use-bulk.js';

const BulkResult = lazyPart(() => import('./bulk-result.js'), 'BulkResult', { rows: 1, height: 20 });

/** At the foot of the page: what to do with what is selected, and afterwards what was done. */
export function BulkBar({
  bulk,
  rows,
  canMove,
  onShowWithheld,
}: {
  readonly bulk: Bulk;
  readonly rows: ReadonlyMap<string, ToolRow>;
  /** The order of the loadout is what is shown. */
  readonly canMove: boolean;
  readonly onShowWithheld: () => void;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { close } = useTexts(partTexts);
  const { selected, clear } = useSelection();
  const { done, isBusy } = bulk;
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const isOpen = selected.size > 0 || done !== undefined;
  useEffect(() => {
    // There is no room for both.
    if (isOpen && isNarrow) hideDone();
  }, [isOpen, isNarrow]);
  const chosen = [...selected].flatMap((name) => rows.get(name) ?? []);
  const on = chosen.filter(({ isAssigned }) => isAssigned).map(({ name }) => name);
  const hasDone = done !== undefined && chosen.length === 0;
  const withheld =
    done?.kind === 'on' ? done.tools.filter(({ name }) => rows.get(name)?.state === 'withheld').length : 0;
  const button = { size: 'compact-sm', variant: 'default', disabled: isBusy } as const;
  const names = [...selected];
  return (
    <ActionBar
      opened={chosen.length > 0 || hasDone}
      onClose={() => (chosen.length > 0 ? clear() : bulk.dismiss())}
      aria-label={texts.bulkBar}
      // Messages with a way back are at the other end.
      position={{ bottom: 16, left: isNarrow ? 8 : 216 }}
      zIndex={150}
      transitionProps={{ duration: 0 }}
      maw={isNarrow ? 'calc(100vw - 16px)' : 'calc(100vw - 680px)'}
    >
      <Group gap="xs">
        {hasDone ? (
          <BulkResult
            key={done.made.entry?.id ?? 0}
            done={done}
            withheld={withheld}
            onShowWithheld={onShowWithheld}
            onUndo={(entry) => {
              bulk.dismiss();
              void bulk.undo(entry);
            }}
          />
        ) : (
          <>
            <Text size="sm" fw={600}>
              {texts.selected(chosen.length)}
            </Text>
            <Button {...button} loading={isBusy} onClick={() => bulk.switchAll('on', names)}>
              {texts.switchOn}
            </Button>
            <Button {...button} onClick={() => bulk.switchAll('off', names)}>
              {texts.switchOff}
            </Button>
            {canMove && on.length > 0 && (
              <Button {...button} onClick={() => bulk.askPosition(on)}>
                {texts.moveMany}
              </Button>
            )}
            {chosen.some(({ hasOverride }) => hasOverride) && (
              <Button {...button} onClick={() => bulk.switchAll('clear', names)}>
                {texts.clearOverride}
              </Button>
            )}
          </>
        )}
        <ActionBar.CloseButton aria-label={hasDone ? close : texts.clearSelection} />
      </Group>
    </ActionBar>
  );
}
