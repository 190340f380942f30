import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import type { LoadoutChange } from '../bot/changes/loadout-types.js';
import { type Made, makeChanges, takeBack } from '../bot/changes/make-changes.js';
import type { CopyWish } from './compare-cell.js';
import { hasSecrets, planCopy } from './compare-loadouts.js';

import { compareTexts, type Texts } from './texts.js';

interface Finished {
  readonly made: Made;
  readonly wish: CopyWish;
}

/** A copy that is asked about, and what became of the last one. */
export function useCopyTask(): {
  readonly task: CopyWish | undefined;
  readonly begin: (wish: CopyWish) => void;
  /** What became of the last, with a way back. */
  readonly done: ReactNode;
  readonly finish: (finished?: Finished) => void;
} {
  const [task, setTask] = useState<CopyWish>();
  const [finished, setFinished] = useState<Finished>();
  return {
    task,
    begin: setTask,
    done: finished && <CopyDone key={finished.made.entry?.id} {...finished} />,
    finish(next) {
      setTask(undefined);
      if (next !== undefined) setFinished(next);
    },
  };
}

/** Shows what a copy changes before it does. */
export function CopyTask({
  task,
  onClose,
}: {
  readonly task: CopyWish;
  readonly onClose: (finished?: Finished) => void;
}): React.ReactElement {
  const texts = useTexts(compareTexts);
  const parts = useTexts(partTexts);
  const { from, to, tools } = task;
  const planned = tools.flatMap((tool) => {
    const change = planCopy(tool.name, from, to);
    return change === undefined ? [] : [{ tool, change }];
  });
  const { mutate, isPending, error } = useWrite({
    async mutationFn() {
      const named = planned.map(({ tool }) => ({ name: tool.name, label: tool.label }));
      const made = await makeChanges({
        bot: to.id,
        kind: 'copied',
        tools: named,
        changes: planned.map(({ change }) => change),
      });
      if (made.error !== undefined) throw made.error;
      return made;
    },
    onSuccess: (made) => onClose({ made, wish: task }),
  });
  const action = texts.action(planned.length);
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={toPlain(texts.dialogTitle(from.name, to.name))}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack>
        <Text size="sm">
          <Foreign text={texts.dialogHint(to.name)} />
        </Text>
        <List size="sm">
          {planned.map(({ tool, change }) => (
            <List.Item key={tool.name}>
              <Foreign text={describe(change, tool.label, texts)} />
            </List.Item>
          ))}
        </List>
        {planned.some(({ tool }) => hasSecrets(from.assignments.get(tool.name))) && (
          <Text size="sm">{texts.secretStays}</Text>
        )}
        {error !== null && <ProblemAlert title={texts.notMade} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose()} data-autofocus>
            {parts.cancel}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function describe(change: LoadoutChange, label: string, texts: Translated<Texts>): string {
  switch (change.action) {
    case 'unassign':
      return texts.willUnassign(label);
    case 'assign':
      return change.settingsOverride ? texts.willAssignOwn(label) : texts.willAssign(label);
    default:
      return texts.willOverride(label);
  }
}

function CopyDone({ made, wish }: Finished): React.ReactElement {
  const texts = useTexts(compareTexts);
  const parts = useTexts(partTexts);
  const { entry, refused } = made;
  const { mutate, isPending, isSuccess, error } = useWrite({
    async mutationFn() {
      if (entry === undefined) return;
      const back = await takeBack(entry);
      if (back.error !== undefined) throw back.error;
    },
  });
  return (
    <Alert role="status" mb="md" styles={{ message: { color: 'var(--mantine-color-text)' } }}>
      <Group justify="space-between">
        <Text size="sm">
          <Foreign text={isSuccess ? texts.taken : texts.made(made.changed.length, wish.to.name)} />
        </Text>
        {entry && !isSuccess && (
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
            {parts.undo}
          </Button>
        )}
      </Group>
      {refused.length > 0 && (
        <>
          <Text size="sm">{texts.refused(refused.length)}</Text>
          <List size="sm">
            {refused.map(({ change, message }) => (
              <List.Item key={change.tool}>
                <Foreign text={`${change.tool}: ${message}`} />
              </List.Item>
            ))}
          </List>
        </>
      )}
      {error !== null && <ProblemAlert title={texts.notTaken} error={error} />}
    </Alert>
  );
}
