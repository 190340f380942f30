import type { ApiSchemas } from '@loadout/server/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconUserQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callTexts } from '../../parts/call-texts.js';
import { describeEffect } from '../../parts/describe-effect.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import type { CallRun } from './call-run.js';
import { RunProgress } from './run-progress.js';
import { playgroundTexts } from './texts.js';

/** What the tool can do stands above the button that runs it. */
export function RunActions({
  tool: { policy },
  run,
  canRun,
  isReadable,
  onCancel,
  earlier,
}: {
  readonly tool: ApiSchemas['DetailedTool'];
  readonly run: CallRun;
  readonly canRun: boolean;
  readonly isReadable: boolean;
  readonly onCancel: () => void;
  readonly earlier: ReactNode;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const words = useTexts(callTexts);
  const { text, tone } = describeEffect(policy, words);
  return (
    <Stack gap="xs" mt="md">
      <Group gap="xs">
        {!policy.readOnly && <Status tone={tone}>{text}</Status>}
        {policy.approval === 'ask' && (
          <Status tone="note" icon={IconUserQuestion}>
            {words.asksFirst}
          </Status>
        )}
      </Group>
      {!isReadable && (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.unreadable}
        </Text>
      )}
      <Group>
        <Button
          type="submit"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          aria-disabled={!canRun}
          {...(canRun ? {} : { 'data-disabled': true })}
        >
          {texts.run}
        </Button>
        {run.state === 'running' && (
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={onCancel}>
            {texts.cancelRun}
          </Button>
        )}
        {earlier}
      </Group>
      {run.state === 'running' && <RunProgress run={run} timeoutMs={policy.timeoutMs} />}
    </Stack>
  );
}
