import type { ApiSchemas } from '@loadout/server/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ApiProblem } from '../api/problem.js';
import { useTexts } from '../texts/define-texts.js';
import { Foreign, toPlain } from './foreign.js';
import { partTexts } from './texts.js';
import { ToneAlert } from './tone-alert.js';

/** Somebody else was first: both are shown, and somebody chooses. */
export function TheirsOrMine({
  title,
  theirs,
  mine,
  onKeep,
  onApply,
}: {
  /** Who it was, where that is known. */
  readonly title?: string | undefined;
  readonly theirs: string;
  readonly mine: string;
  readonly onKeep: () => void;
  readonly onApply: () => void;
}): React.ReactElement {
  const texts = useTexts(partTexts);
  return (
    <ToneAlert
      tone="warning"
      role="alert"
      icon={IconUsers}
      title={title === undefined ? texts.changedMeanwhile : toPlain(title)}
    >
      <Stack gap="xs">
        <Text size="sm">
          <Foreign text={texts.theirs(theirs)} />
        </Text>
        <Text size="sm">
          <Foreign text={texts.mine(mine)} />
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onKeep}>
            {texts.keepTheirs}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onApply}>
            {texts.applyMine}
          </Button>
        </Group>
      </Stack>
    </ToneAlert>
  );
}

/** The decision that a refusal carries; undefined: nothing is decided. */
export function readDecision({ current }: ApiProblem): ApiSchemas['Decision'] | undefined {
  return (current as ApiSchemas['Decision'] | null | undefined) ?? undefined; // the API's own word
}
