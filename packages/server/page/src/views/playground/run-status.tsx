import { Group, Text } from '@mantine/core';
import { CallStatus } from '../../parts/call-status.js';
import { callTexts } from '../../parts/call-texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration, formatSize } from '../../texts/format.js';
import type { CallRun } from './call-run.js';
import { playgroundTexts } from './texts.js';

/** How the call ended, how long it took and how much came; read out when it is known. */
export function RunStatus({
  run,
  timeoutMs,
}: {
  readonly run: CallRun;
  readonly timeoutMs: number;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const words = useTexts(callTexts);
  return (
    <div role="status">
      {run.state === 'done' && !run.outcome.argumentProblems?.length && (
        <Group gap="xs">
          <CallStatus status={run.outcome.status} />
          <Text size="sm">
            {formatDuration(run.durationMs)} · {formatSize(JSON.stringify(run.outcome.content).length)}
          </Text>
          {run.outcome.executed === 'unknown' && (
            <Text size="sm">{run.durationMs >= timeoutMs ? texts.deadlineAndMayHaveRun : words.mayHaveRun}</Text>
          )}
          {run.outcome.isError && run.outcome.executed === 'no' && <Text size="sm">{words.didNotRun}</Text>}
        </Group>
      )}
    </div>
  );
}
