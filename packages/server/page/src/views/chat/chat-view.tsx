import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { botsQuery } from '../../api/queries.js';
import { aboutQuery, useCan } from '../../api/session.js';
import { CodeBlock } from '../../parts/code-block.js';
import { ButtonLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { createChatId } from './chat-book.js';
import { ChatPanel } from './chat-panel.js';
import { chatTexts } from './texts.js';

const route = getRouteApi('/chat/{-$conversation}');

const configuration = '"chat": { "baseUrl": "https://…/v1", "model": "…" }';

/** Trying a bot with the model that the host was given. */
export function ChatView(): React.ReactElement {
  const texts = useTexts(chatTexts);
  const { conversation } = route.useParams();
  const { bot } = route.useSearch();
  const { data: about } = useQuery(aboutQuery);
  const bots = useQuery(botsQuery);
  const isOperator = useCan('operator');
  const model = about?.chat ?? null;
  // A conversation has its id before its first message; one that is new each time that the address names none.
  const [newId, setNewId] = useState(createChatId);
  const [before, setBefore] = useState(conversation);
  if (before !== conversation) {
    setBefore(conversation);
    if (conversation === undefined) setNewId(createChatId());
  }
  const id = conversation ?? newId;
  return (
    <>
      <ViewHeader title={texts.title}>
        {model !== null && isOperator && conversation !== undefined && (
          <ButtonLink
            to="/chat/{-$conversation}"
            params={{ conversation: undefined }}
            search={{ bot }}
            variant="default"
          >
            {texts.newChat}
          </ButtonLink>
        )}
      </ViewHeader>
      {!isOperator && <Text>{texts.needsOperator}</Text>}
      {isOperator && model === null && (
        <Stack>
          <Alert color="gray">{texts.noChat}</Alert>
          <Text size="sm">{texts.noChatHint}</Text>
          <CodeBlock text={configuration} label={texts.noChatHint} />
        </Stack>
      )}
      {isOperator && model !== null && (
        <QueryPanel query={bots} unread={texts.botsUnread}>
          {(all) =>
            all.length === 0 ? (
              <Stack align="flex-start">
                <Text>{texts.noBots}</Text>
                <ButtonLink to="/" variant="default">
                  {texts.toBots}
                </ButtonLink>
              </Stack>
            ) : (
              <ChatPanel key={id} id={id} isNew={id === newId} bots={all} bot={bot} model={model} />
            )
          }
        </QueryPanel>
      )}
    </>
  );
}
