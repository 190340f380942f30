import { Alert, Button, Group, Text } from '@mantine/core';
import type { Observable } from '../../api/observable.js';
import { useTexts } from '../../texts/define-texts.js';
import { resumeChat } from './chat-book.js';
import type { Approval, Chat } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** What the conversation waits for. Where others have decided, it goes on by a button. */
export function WaitingBar({
  book,
  chat: { suspension },
  kept,
}: {
  readonly book: Observable<Chat>;
  readonly chat: Chat;
  /** Approvals of this conversation. */
  readonly kept: readonly Approval[];
}): React.ReactElement | null {
  const texts = useTexts(chatTexts);
  if (suspension === null) return null;
  const asked = kept.filter(({ turnId }) => turnId === suspension);
  // The list may be of a moment ago.
  const isOpen = asked.length === 0 || asked.some(({ state }) => state === 'waiting');
  return (
    <Alert color="gray" role="status">
      <Group>
        <Text size="sm">{isOpen ? texts.decideFirst : texts.allDecided}</Text>
        {!isOpen && (
          <Button size="xs" onClick={() => resumeChat(book, suspension)}>
            {texts.goOn}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
