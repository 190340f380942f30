import { Button, Group, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Foreign } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import type { Approval } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** As much as the API takes. */
const longest = 1_000_000;

/** What is said next. What was typed stays until it is sent. */
export function Composer({
  isRunning,
  canSend: isAllowed,
  givenUp,
  onSend,
  onStop,
}: {
  readonly isRunning: boolean;
  readonly canSend: boolean;
  /** Calls that wait, and that a message gives up: whoever sends it is asked. */
  readonly givenUp: readonly Approval[];
  readonly onSend: (message: string) => void;
  readonly onStop: () => void;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  const [text, setText] = useState('');
  const [isAsking, { open: ask, close }] = useDisclosure();
  const canSend = text.trim() !== '' && isAllowed;
  const send = (): void => {
    close();
    onSend(text.trim());
    setText('');
  };
  const submit = (): void => {
    if (!canSend) return;
    if (givenUp.length > 0) ask();
    else send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While a character is composed, Enter ends that.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.giveUpTitle(givenUp.length)}
        action={texts.sendAndGiveUp}
        isBusy={false}
        error={null}
        onConfirm={send}
        onClose={close}
      >
        <Text size="sm">
          <Foreign text={texts.givesUp(givenUp.map(({ label }) => label).join(', '), givenUp.length)} />
        </Text>
      </ConfirmDialog>
      <Textarea
        label={texts.message}
        description={texts.messageHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        maxLength={longest}
        autosize
        minRows={2}
        maxRows={12}
      />
      <Group mt="xs">
        <Button
          type="submit"
          leftSection={<IconSend size={16} aria-hidden />}
          aria-disabled={!canSend}
          {...(canSend ? {} : { 'data-disabled': true })}
        >
          {texts.send}
        </Button>
        {isRunning && (
          <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={onStop}>
            {texts.stop}
          </Button>
        )}
      </Group>
    </form>
  );
}
