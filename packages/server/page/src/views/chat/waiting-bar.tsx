import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Observable } from '../../api/observable.js';
import { approvalsQuery } from '../../api/queries.js';
import { useTexts } from '../../texts/define-texts.js';
import { resumeChat } from './chat-book.js';
import { type Chat, listWaiting } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** What the conversation waits for. Where others have decided, it goes on by a button. */
export function WaitingBar({
  book,
  chat,
}: {
  readonly book: Observable<Chat>;
  readonly chat: Chat;
}): React.ReactElement | null {
  const texts = useTexts(chatTexts);
  const { data, isFetching, dataUpdatedAt } = useQuery(approvalsQuery);
  const { suspension } = chat;
  if (suspension === null) return null;
  const listed = data?.approvals.filter(({ turnId }) => turnId === suspension) ?? [];
  // The list may be of a moment ago.
  const waiting = listed.length === 0 ? listWaiting(chat) : listed.filter(({ state }) => state === 'waiting');
  const isGone = listed.length === 0 && dataUpdatedAt > 0 && !isFetching;
  return (
    <Alert color="gray" role="status">
      <Group>
        <Text size="sm">
          {isGone ? texts.waitsNoMore : waiting.length > 0 ? texts.decideFirst(waiting.length) : texts.allDecided}
        </Text>
        {waiting.length === 0 && (
          <Button size="xs" onClick={() => resumeChat(book, suspension)}>
            {texts.goOn}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
