import { Button, Group, Text } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { useTexts } from '../../texts/define-texts.js';
import { traceTexts } from './texts.js';
import type { LiveCalls } from './use-live-calls.js';

/** A screen reader is told no more often than this. */
const announceMs = 10_000;

/** How many calls run, and how many have ended since the list was read. */
export function FreshCalls({
  calls,
  onShow,
}: {
  readonly calls: LiveCalls;
  readonly onShow: () => void;
}): React.ReactElement {
  const texts = useTexts(traceTexts);
  const { fresh, failed, running } = calls;
  const summary = useThrottledValue(fresh === 0 ? '' : texts.freshSummary(fresh, failed), announceMs);
  return (
    // Its place is kept, so that rows do not move when a call comes.
    <Group mih={40} mb="xs">
      {fresh > 0 && (
        <Button size="compact-sm" variant="light" onClick={onShow}>
          {texts.fresh(fresh)}
        </Button>
      )}
      {running > 0 && (
        <Text size="sm" c="dimmed">
          {texts.isRunning(running)}
        </Text>
      )}
      <span className="visually-hidden" aria-live="polite">
        {summary}
      </span>
    </Group>
  );
}
