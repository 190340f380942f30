import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Foreign } from '../../../parts/foreign.js';

/** So long a way back is offered; longer while somebody is at it. */
const offeredMs = 10_000;

let shown: string | undefined;

/** Says what was done, with the way back. One at a time: the earlier ones are in the bot's recent changes. */
export function showDone({
  text,
  undo,
  onUndo,
}: {
  readonly text: string;
  readonly undo: string;
  /** Absent: there is no way back, or it was one. */
  readonly onUndo?: () => void;
}): void {
  hideDone();
  const id = `done-${Date.now()}-${Math.round(performance.now())}`;
  shown = id;
  const show = (autoClose: number | false) => ({
    id,
    autoClose,
    role: 'status',
    'aria-live': 'polite' as const,
    closeButtonProps: { 'aria-hidden': true, tabIndex: -1 },
    // The kit pauses for the pointer only.
    onFocusCapture: () => notifications.update(show(false)),
    onBlurCapture: () => notifications.update(show(offeredMs)),
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">
          <Foreign text={text} />
        </Text>
        {onUndo !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            onClick={() => {
              hideDone();
              onUndo();
            }}
          >
            {undo}
          </Button>
        )}
      </Group>
    ),
  });
  notifications.show(show(offeredMs));
}

/** Takes the message away. */
export function hideDone(): void {
  if (shown !== undefined) notifications.hide(shown);
  shown = undefined;
}
