import { Alert, Box, List, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconShieldUp } from '@tabler/icons-react';
import type { Observable } from '../../api/observable.js';
import { ExternalLink } from '../../parts/external-link.js';
import { Foreign } from '../../parts/foreign.js';
import { Markdown } from '../../parts/markdown.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { ApprovalEntry } from './approval-entry.js';
import { CallEntry } from './call-entry.js';
import { resumeChat, sendMessage } from './chat-book.js';
import type { Chat, Entry } from './chat-entries.js';
import { StopEntry } from './stop-entry.js';
import { chatTexts } from './texts.js';

/** One thing that happened in a conversation. */
export function EntryView({
  entry,
  chat,
  book,
  name,
}: {
  readonly entry: Entry;
  readonly chat: Chat;
  readonly book: Observable<Chat>;
  readonly name: string;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  switch (entry.kind) {
    case 'user':
      return (
        <Paper withBorder p="sm" ms="auto" w="fit-content" maw="85%" bg="var(--mantine-color-default-hover)">
          <VisuallyHidden>{texts.said(texts.you)}</VisuallyHidden>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            <Foreign text={entry.text} />
          </Text>
        </Paper>
      );
    case 'text':
      return (
        <Box maw="85ch">
          <VisuallyHidden>{texts.said(name)}</VisuallyHidden>
          <Markdown text={entry.text} />
        </Box>
      );
    case 'reasoning':
      return <Reasoning text={entry.text} />;
    case 'call':
      return <CallEntry entry={entry} bot={chat.bot} isRunning={chat.state === 'running'} />;
    case 'approval':
      return <ApprovalEntry entry={entry} chat={chat} book={book} />;
    case 'note':
      return (
        <Text size="sm" c="dimmed">
          <Foreign text={entry.message} />
        </Text>
      );
    case 'level':
      return (
        <Alert color="gray" icon={<IconShieldUp aria-hidden />} title={texts.raised(entry.level)}>
          {texts.raisedHint(entry.level)}
        </Alert>
      );
    case 'sources':
      return (
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {texts.sources}
          </Text>
          <List size="sm" type="ordered">
            {entry.sources.map(({ url, title }) => (
              <List.Item key={url}>
                <ExternalLink address={url}>
                  <Foreign text={title === '' ? url : title} />
                </ExternalLink>
              </List.Item>
            ))}
          </List>
        </Stack>
      );
    case 'stop':
      return <StopEntry reason={entry.reason} detail={entry.detail} />;
    case 'failure':
      return (
        <ProblemAlert
          title={texts.failed}
          error={entry.error}
          onRetry={isLast(entry, chat) ? () => repeat(book) : undefined}
        />
      );
    default:
      return entry satisfies never;
  }
}

function isLast({ id }: Entry, { entries, state }: Chat): boolean {
  return state !== 'running' && entries.at(-1)?.id === id;
}

/** What failed goes on where it waited; else the last message is sent again, and stands there once. */
function repeat(book: Observable<Chat>): void {
  const chat = book.get();
  if (chat.suspension !== null) {
    resumeChat(book, chat.suspension);
    return;
  }
  const last = chat.entries.findLast((entry) => entry.kind === 'user');
  if (last?.kind !== 'user') return;
  book.set({ ...chat, entries: chat.entries.filter(({ id }) => id < last.id) });
  sendMessage(book, last.text);
}

function Reasoning({ text }: { readonly text: string }): React.ReactElement {
  const texts = useTexts(chatTexts);
  return (
    <Box c="dimmed" fz="sm" maw="85ch">
      <Text size="sm" fw={600}>
        {texts.reasoning}
      </Text>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
        <Foreign text={text} />
      </Text>
    </Box>
  );
}
