import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../texts/define-texts.js';
import { partTexts } from './texts.js';

/** Asks before something is lost by going elsewhere: to another view, or out of the page. It starts on staying. */
export function LeaveGuard({
  isHeld,
  title,
  text,
  stay,
  leave,
  placeIn = () => '',
}: {
  /** Whether there is something to lose. */
  readonly isHeld: boolean;
  readonly title: string;
  readonly text: string;
  readonly stay: string;
  readonly leave: string;
  /** What of an address, beside its path, is another place. */
  readonly placeIn?: (search: object) => string;
}): React.ReactElement | null {
  const { close } = useTexts(partTexts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isHeld && (current.pathname !== next.pathname || placeIn(current.search) !== placeIn(next.search)),
    enableBeforeUnload: isHeld,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal opened onClose={reset} title={title} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={reset} data-autofocus>
            {stay}
          </Button>
          <Button color="red" onClick={proceed}>
            {leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
