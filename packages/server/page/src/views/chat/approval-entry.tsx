import { Card, Group, Stack, Text } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Observable } from '../../api/observable.js';
import { approvalsQuery } from '../../api/queries.js';
import { CallArguments } from '../../parts/approval/call-arguments.js';
import { DecidedBy } from '../../parts/approval/decided-by.js';
import { DecisionButtons } from '../../parts/approval/decision-buttons.js';
import { type Decision, sendDecision } from '../../parts/approval/send-decision.js';
import { callTexts } from '../../parts/call-texts.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Status } from '../../parts/status.js';
import { partTexts } from '../../parts/texts.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { resumeChat } from './chat-book.js';
import type { Approval, Chat } from './chat-entries.js';

/** A call that waits, decided where it stands. After the last decision the turn goes on. */
export function ApprovalEntry({
  asked,
  chat,
  book,
}: {
  /** As it was when it was asked. */
  readonly asked: Approval;
  readonly chat: Pick<Chat, 'state'>;
  readonly book: Observable<Chat>;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  const words = useTexts(partTexts);
  const client = useQueryClient();
  const { data } = useQuery(approvalsQuery);
  const decide = useMutation({
    mutationFn: (decision: Decision) => sendDecision(asked.id, decision),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: approvalsQuery.queryKey });
      const { approvals } = await client.fetchQuery(approvalsQuery);
      const isOpen = approvals.some(({ turnId, state }) => turnId === asked.turnId && state === 'waiting');
      if (!isOpen && book.get().state === 'waiting') resumeChat(book, asked.turnId);
    },
    onError: () => client.invalidateQueries({ queryKey: approvalsQuery.queryKey }),
  });
  // When its turn has gone on it is in no list any more; what was decided here is known.
  const now = data?.approvals.find(({ id }) => id === asked.id) ?? decide.data ?? asked;
  const isOpen = now.state === 'waiting' && chat.state === 'waiting';
  return (
    <Card withBorder p="sm">
      <Stack gap="sm">
        <Group gap="xs">
          <IconUserQuestion size={18} aria-hidden />
          <Text size="sm" fw={600}>
            <Foreign text={asked.label} />
          </Text>
          <ForeignName name={asked.tool} />
          {isOpen && (
            <>
              <Status tone="warning">{texts.asksFirst}</Status>
              <Text size="sm" c="dimmed">
                {texts.expires} <Time at={asked.expiresAt} />
              </Text>
            </>
          )}
        </Group>
        <CallArguments value={asked.arguments} />
        {decide.error && <ProblemAlert title={words.failedAction(texts.deciding)} error={decide.error} />}
        {isOpen && (
          <DecisionButtons
            label={asked.label}
            scopes={['turn', 'conversation']}
            isBusy={decide.isPending}
            onAllow={(scope) => decide.mutate({ allow: true, scope })}
            onDeny={(reason) => decide.mutate({ allow: false, reason })}
          />
        )}
        {now.state !== 'waiting' && <DecidedBy decision={now} />}
      </Stack>
    </Card>
  );
}
