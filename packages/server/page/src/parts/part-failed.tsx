import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { Foreign } from './foreign.js';
import { isOutdated, ProblemAlert, useProblemText } from './problem-alert.js';
import { partTexts } from './texts.js';

/** Stands in the place of a part of the page that could not be loaded. */
export function PartFailed({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): React.ReactElement {
  return <ProblemAlert title={useTexts(partTexts).partFailed} error={error} onRetry={onRetry} />;
}

/** Says that what was to open above the view could not be loaded, for as long as it is wanted. */
export function PopupFailed({
  error,
  onRetry,
  onClose,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The message is closed: it is wanted no more. */
  readonly onClose: (() => void) | undefined;
}): null {
  const id = useId();
  const texts = useTexts(partTexts);
  const text = useProblemText(error);
  const [label, act] = isOutdated(error) ? [texts.reload, () => location.reload()] : [texts.tryAgain, onRetry];
  const close = useEffectEvent(() => onClose?.());
  const press = useEffectEvent(act);
  const { partFailed } = texts;
  useEffect(() => {
    let isOver = false;
    notifications.show({
      id,
      role: 'alert',
      autoClose: false,
      title: partFailed,
      // The kit tells of both ways that it goes.
      onClose: () => {
        if (!isOver) close();
      },
      message: (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">
            <Foreign text={text} />
          </Text>
          <Button size="compact-sm" variant="default" flex="none" onClick={() => press()}>
            {label}
          </Button>
        </Group>
      ),
    });
    return () => {
      isOver = true;
      notifications.hide(id);
    };
  }, [id, partFailed, text, label]);
  return null;
}
