import { Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Foreign } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration } from '../../texts/format.js';
import type { CallRun } from './call-run.js';
import { playgroundTexts } from './texts.js';

const tickMs = 250;

/** How long a call has run, and what its tool says of it. */
export function RunProgress({
  run: { startedAt, progress, question },
  timeoutMs,
}: {
  readonly run: Extract<CallRun, { readonly state: 'running' }>;
  readonly timeoutMs: number;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const share =
    progress?.total !== undefined && progress.total > 0 ? (100 * progress.progress) / progress.total : undefined;
  const elapsed = Math.max(0, now - startedAt);
  return (
    <Stack gap={4}>
      <Text size="sm">
        {texts.running(formatDuration(elapsed < 1_000 ? elapsed : Math.floor(elapsed / 100) * 100))}
      </Text>
      {progress?.message !== undefined && (
        <Text size="sm" role="status">
          <Foreign text={progress.message} />
        </Text>
      )}
      <Progress value={share ?? 100} animated={share === undefined} aria-label={texts.progress} />
      {/* What a person takes is not the tool's time. */}
      {question === undefined && elapsed > timeoutMs && <Text size="sm">{texts.pastDeadline}</Text>}
    </Stack>
  );
}
