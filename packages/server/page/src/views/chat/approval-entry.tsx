import { Card, Group, Stack, Text } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Observable } from '../../api/observable.js';
import { approvalsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { CallArguments } from '../../parts/approval/call-arguments.js';
import { DecidedBy } from '../../parts/approval/decided-by.js';
import { DecisionButtons } from '../../parts/approval/decision-buttons.js';
import { type Decision, sendDecision } from '../../parts/approval/send-decision.js';
import { UnsentNotice } from '../../parts/approval/unsent-notice.js';
import { useAskedTool } from '../../parts/approval/use-asked-tool.js';
import { callTexts } from '../../parts/call-texts.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { resumeChat } from './chat-book.js';
import type { Chat, Entry } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** A call that waits, decided where it stands. After the last decision the turn goes on. */
export function ApprovalEntry({
  entry: { approval: asked, isGivenUp = false },
  chat,
  book,
}: {
  /** With the call as it was when it was asked. */
  readonly entry: Extract<Entry, { readonly kind: 'approval' }>;
  readonly chat: Pick<Chat, 'state'>;
  readonly book: Observable<Chat>;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  const ownTexts = useTexts(chatTexts);
  const client = useQueryClient();
  const { hidden, isDestructive } = useAskedTool(asked);
  const { data } = useQuery(approvalsQuery);
  const decide = useWrite({
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
  const listed = data?.approvals.find(({ id }) => id === asked.id);
  const now = listed ?? decide.data ?? asked;
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
        <CallArguments value={asked.arguments} hidden={hidden} isAsked={isOpen} />
        {decide.error && <ProblemAlert title={texts.notDecided} error={decide.error} />}
        {isOpen && (
          <DecisionButtons
            approval={asked.id}
            label={asked.label}
            scopes={['turn', 'conversation']}
            isBusy={decide.isPending}
            isCautious={isDestructive && hidden.length > 0}
            onAllow={(scope) => decide.mutate({ allow: true, scope })}
            onDeny={(reason) => decide.mutate({ allow: false, reason })}
          />
        )}
        {now.state !== 'waiting' && <DecidedBy decision={now} />}
        {!isOpen && <UnsentNotice approval={asked.id} />}
        {isGivenUp && listed === undefined && (
          <Group gap="xs" role="status">
            <Status tone="quiet">{texts.didNotRun}</Status>
            <Text size="sm">{ownTexts.givenUp}</Text>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
