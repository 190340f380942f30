import type { ApiSchemas } from '@loadout/server/client';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../../api/queries.js';
import { aboutQuery, useCan } from '../../api/session.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { approvalTexts } from './texts.js';

/** Who asks, since when, and until when it can be decided. */
export function ApprovalFacts({
  approval: { botId, userId, conversationId, requestedAt, expiresAt, state },
}: {
  readonly approval: ApiSchemas['Approval'];
}): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const { data: bots } = useQuery(botsQuery);
  const hasChat = Boolean(useQuery(aboutQuery).data?.chat);
  const isOperator = useCan('operator');
  const bot = bots?.find(({ id }) => id === botId)?.displayName ?? botId;
  return (
    <Group gap="xs">
      <Text size="sm">
        <Foreign text={texts.askedFor(bot)} />
        {userId !== null && (
          <>
            , <Foreign text={texts.user(userId)} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.requested} <Time at={requestedAt} />
      </Text>
      {state === 'waiting' && (
        <Text size="sm" c="dimmed">
          {texts.expires} <Time at={expiresAt} />
        </Text>
      )}
      {conversationId !== null &&
        (hasChat && isOperator ? (
          <TextLink
            to="/chat/{-$conversation}"
            params={{ conversation: conversationId }}
            search={{ bot: botId }}
            size="sm"
          >
            {texts.openChat}
          </TextLink>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.conversation} <Foreign text={conversationId} />
          </Text>
        ))}
    </Group>
  );
}
