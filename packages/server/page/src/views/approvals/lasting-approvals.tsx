import type { ApiSchemas } from '@loadout/server/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, read } from '../../api/client.js';
import { approvalsQuery, botsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { useWrite } from '../../api/use-write.js';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { type RecordColumn, Records } from '../../parts/records.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { approvalTexts } from './texts.js';

type Lasting = ApiSchemas['LastingApproval'];

/** What was allowed for a whole conversation, and the way to take it back. */
export function LastingApprovals({ lasting }: { readonly lasting: readonly Lasting[] }): React.ReactElement | null {
  const texts = useTexts(approvalTexts);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const isOperator = useCan('operator');
  const { data: bots } = useQuery(botsQuery);
  const revoke = useWrite({
    mutationFn: ({ id }: Lasting) =>
      read(api.DELETE('/api/v1/approvals/{approval}', { params: { path: { approval: id } } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: approvalsQuery.queryKey });
      heading.current?.focus();
    },
  });
  if (lasting.length === 0 && revoke.isIdle) return null;
  const columns: RecordColumn<Lasting>[] = [
    { id: 'tool', header: texts.tool, cell: ({ tool }) => <ForeignName name={tool} /> },
    {
      id: 'bot',
      header: texts.bot,
      cell: ({ botId }) => <Foreign text={bots?.find(({ id }) => id === botId)?.displayName ?? botId} />,
    },
    { id: 'conversation', header: texts.conversation, cell: ({ conversationId }) => <Foreign text={conversationId} /> },
    { id: 'since', header: texts.since, cell: ({ approvedAt }) => <Time at={approvedAt} /> },
    ...(isOperator
      ? [
          {
            id: 'actions',
            header: texts.actions,
            cell: (entry: Lasting) => (
              <Button
                size="xs"
                variant="default"
                loading={revoke.isPending && revoke.variables.id === entry.id}
                aria-label={texts.revokeFor(toPlain(entry.tool), toPlain(entry.conversationId))}
                onClick={() => revoke.mutate(entry)}
              >
                {texts.revoke}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Stack mt="xl" gap="sm">
      <div>
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {texts.lasting}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.lastingHint}
        </Text>
      </div>
      <Text role="status" size="sm">
        {revoke.isSuccess && <Foreign text={texts.revoked(revoke.variables.tool)} />}
      </Text>
      {revoke.error && <ProblemAlert title={texts.notRevoked} error={revoke.error} />}
      {lasting.length > 0 && <Records label={texts.lasting} columns={columns} rows={lasting} getKey={({ id }) => id} />}
    </Stack>
  );
}
