import type { ApiSchemas } from '@loadout/server/client';
import { EmptyState, Stack } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useObservable } from '../../api/observable.js';
import { approvalsQuery } from '../../api/queries.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { ToneAlert } from '../../parts/tone-alert.js';
import { useTexts } from '../../texts/define-texts.js';
import { cancelTurn, openChat, sendMessage } from './chat-book.js';
import { listWaiting } from './chat-entries.js';
import { ChatHeader } from './chat-header.js';
import { ChatLog } from './chat-log.js';
import { Composer } from './composer.js';
import { chatTexts } from './texts.js';
import { UnknownChat } from './unknown-chat.js';
import { WaitingBar } from './waiting-bar.js';

export interface ChatPanelProps {
  readonly bots: readonly ApiSchemas['Bot'][];
  readonly bot: string | undefined;
  readonly id: string;
  /** Whether it begins here. */
  readonly isNew: boolean;
  readonly model: ApiSchemas['ChatModel'];
}

/** One conversation: with whom, what was said, and what is said next. */
export function ChatPanel({ bots, bot: wanted, id, isNew, model }: ChatPanelProps): React.ReactElement {
  const texts = useTexts(chatTexts);
  const navigate = useNavigate();
  const [book] = useState(() => openChat(id, wanted ?? bots[0]?.id ?? '', isNew ? 'idle' : 'unknown'));
  const chat = useObservable(book);
  const { data } = useQuery(approvalsQuery);
  const kept = data?.approvals.filter(({ conversationId, botId }) => conversationId === id && botId === chat.bot) ?? [];
  const bot = bots.find((entry) => entry.id === chat.bot);
  const name = toPlain(bot?.displayName ?? chat.bot);
  const choose = (next: string): void => {
    void navigate({ to: '/chat/{-$conversation}', params: { conversation: undefined }, search: { bot: next } });
    // The same address may be shown already; a conversation that has not begun takes the bot.
    if (chat.entries.length === 0) book.set({ ...book.get(), bot: next });
  };
  const send = (message: string): void => {
    sendMessage(book, message);
    void navigate({
      to: '/chat/{-$conversation}',
      params: { conversation: id },
      search: { bot: chat.bot },
      replace: true,
    });
  };
  return (
    <Stack>
      <ChatHeader bots={bots} bot={chat.bot} model={model} onChoose={choose} />
      {bot === undefined && (
        <ToneAlert tone="warning" role="status">
          <Foreign text={texts.unknownBot(chat.bot)} />
        </ToneAlert>
      )}
      {chat.state === 'unknown' && <UnknownChat book={book} kept={kept} />}
      {chat.state !== 'unknown' && chat.entries.length === 0 && bot !== undefined && (
        <EmptyState icon={<IconMessages aria-hidden />} title={texts.empty(name)} description={texts.emptyHint} />
      )}
      {chat.entries.length > 0 && <ChatLog book={book} chat={chat} name={name} />}
      {chat.state === 'waiting' && <WaitingBar book={book} chat={chat} />}
      {chat.state !== 'unknown' && (
        <Composer
          isRunning={chat.state === 'running'}
          canSend={
            bot !== undefined && (chat.state === 'idle' || (chat.state === 'waiting' && chat.messages.length > 0))
          }
          givenUp={listWaiting(chat)}
          onSend={send}
          onStop={() => cancelTurn(chat)}
        />
      )}
    </Stack>
  );
}
