import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Foreign, ForeignName } from '../../../parts/foreign.js';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import { findKnownTools } from './bot-tools-query.js';
import { type OpenConflicts, openConflicts } from './conflicts.js';
import type { Conflict } from './run-job.js';
import { changeTexts } from './texts.js';
import { useLoadoutChanges } from './use-loadout-changes.js';

/** For each tool that somebody else changed meanwhile: his version, or the one that was wanted here. */
export function ConflictList({
  open,
  botName,
}: {
  readonly open: OpenConflicts;
  readonly botName: string;
}): React.ReactElement {
  const texts = useTexts(changeTexts);
  const { close } = useTexts(partTexts);
  const { make } = useLoadoutChanges(open.bot, botName);
  const { conflicts, tools, kind, of } = open;
  const rows = findKnownTools(open.bot)?.rows ?? [];
  const leave = (done: readonly Conflict[]): void => {
    const left = conflicts.filter((conflict) => !done.includes(conflict));
    openConflicts.set(left.length === 0 ? undefined : { ...open, conflicts: left });
  };
  const apply = (wanted: readonly Conflict[]): void => {
    leave(wanted);
    const names = new Set(wanted.map(({ change }) => change.tool));
    void make({
      kind,
      ...(of === undefined ? {} : { of }),
      tools: tools.filter(({ name }) => names.has(name)),
      changes: wanted.map(({ change }) => change),
    });
  };
  return (
    <Modal
      opened
      onClose={() => leave(conflicts)}
      title={texts.conflictTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': close }}
    >
      <Stack role="alert">
        {conflicts.map((conflict) => {
          const { change, who } = conflict;
          const row = rows.find(({ name }) => name === change.tool);
          const label = row?.label ?? tools.find(({ name }) => name === change.tool)?.label ?? change.tool;
          return (
            <Group key={change.tool} justify="space-between" gap="xs" role="group" aria-label={change.tool}>
              <div>
                <Text size="sm" fw={600}>
                  <Foreign text={label} /> <ForeignName name={change.tool} />
                </Text>
                <Text size="sm">
                  <Foreign text={who === undefined ? texts.conflictByUnknown : texts.conflictBy(who)} />{' '}
                  {texts.conflictNow(row?.isAssigned ? texts.isOn : texts.isOff)}
                </Text>
              </div>
              <Group gap="xs">
                <Button size="compact-sm" variant="default" onClick={() => leave([conflict])}>
                  {texts.keepTheirs}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => apply([conflict])}>
                  {texts.applyMine}
                </Button>
              </Group>
            </Group>
          );
        })}
        {conflicts.length > 1 && (
          <Group justify="flex-end" gap="xs">
            <Button size="sm" variant="default" onClick={() => leave(conflicts)}>
              {texts.keepAllTheirs}
            </Button>
            <Button size="sm" variant="default" onClick={() => apply(conflicts)}>
              {texts.applyAllMine}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
