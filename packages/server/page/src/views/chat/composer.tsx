import { Button, Group, Textarea } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../texts/define-texts.js';
import { chatTexts } from './texts.js';

/** As much as the API takes. */
const longest = 1_000_000;

/** What is said next. What was typed stays until it is sent. */
export function Composer({
  isRunning,
  canSend: isAllowed,
  onSend,
  onStop,
}: {
  readonly isRunning: boolean;
  readonly canSend: boolean;
  readonly onSend: (message: string) => void;
  readonly onStop: () => void;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  const [text, setText] = useState('');
  const canSend = text.trim() !== '' && isAllowed;
  const send = (): void => {
    if (!canSend) return;
    onSend(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While a character is composed, Enter ends that.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
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
