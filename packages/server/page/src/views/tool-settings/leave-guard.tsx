import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { settingsTexts } from './texts.js';

/** Asks once before what is not saved is lost: on the way to another view, to another bot, or out of the page. */
export function LeaveGuard({ changes }: { readonly changes: number }): React.ReactElement | null {
  const texts = useTexts(settingsTexts);
  const { close } = useTexts(partTexts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changes > 0 && (current.pathname !== next.pathname || placeIn(current.search) !== placeIn(next.search)),
    enableBeforeUnload: changes > 0,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal opened onClose={reset} title={texts.leaveTitle} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <Text size="sm">{texts.leaveText(changes)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={reset} data-autofocus>
            {texts.stay}
          </Button>
          <Button color="red" onClick={proceed}>
            {texts.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Whose settings an address shows. */
function placeIn(search: object): string {
  const { as, owner } = search as { readonly as?: string; readonly owner?: string };
  return `${as ?? ''} ${owner ?? ''}`;
}
