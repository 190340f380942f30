import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { ProblemAlert } from './problem-alert.js';
import { partTexts } from './texts.js';

/** Asks before something that has no undo. It starts on Cancel. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  action,
  isBusy,
  isReady = true,
  error,
  onConfirm,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly title: string;
  /** What goes. */
  readonly children: ReactNode;
  /** Verb and object. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Whether all is shown that is asked about. */
  readonly isReady?: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(partTexts);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Stack>
        <div>{children}</div>
        {error !== null && error !== undefined && <ProblemAlert title={texts.failedHere} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" loading={isBusy} disabled={!isReady} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
