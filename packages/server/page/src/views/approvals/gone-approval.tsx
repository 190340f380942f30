import type { ApiSchemas } from '@loadout/server/client';
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { botsQuery } from '../../api/queries.js';
import { DecidedBy } from '../../parts/approval/decided-by.js';
import { UnsentNotice } from '../../parts/approval/unsent-notice.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { CallLink } from './call-link.js';
import { approvalTexts, type Texts } from './texts.js';

type Approval = ApiSchemas['Approval'];

/** It is not in the list any more, or never was; the log of changes may know why. */
export function GoneApproval({
  id,
  seen,
  label = seen?.label,
}: {
  readonly id: string;
  /** As it was shown before. */
  readonly seen: Approval | undefined;
  /** Of its tool, where that is known. */
  readonly label?: string | undefined;
}): React.ReactElement | null {
  const texts = useTexts(approvalTexts);
  const { data: decision, isPending } = useQuery({
    queryKey: ['audit', 'approval', id],
    queryFn: ({ signal }) => findDecision(id, signal),
    // What decided it may be written a moment after it left the list.
    staleTime: 0,
  });
  const { data: bots } = useQuery(botsQuery);
  if (isPending) return null;
  const isDecided = Boolean(decision);
  const hasBot = bots === undefined || seen === undefined || bots.some((bot) => bot.id === seen.botId);
  return (
    <Alert
      color="gray"
      role="status"
      title={label === undefined ? (isDecided ? texts.goneTitle : texts.noneTitle) : toPlain(label)}
    >
      <Stack gap="xs">
        <Text size="sm">
          <Foreign text={describeEnd(seen, { isDecided, hasBot }, texts)} />
        </Text>
        {decision && <DecidedBy decision={decision} />}
        {seen !== undefined && decision?.state === 'allowed' && <CallLink approval={seen} />}
        <UnsentNotice approval={id} />
      </Stack>
    </Alert>
  );
}

function describeEnd(
  seen: Approval | undefined,
  { isDecided, hasBot }: { readonly isDecided: boolean; readonly hasBot: boolean },
  texts: Translated<Texts>,
): string {
  if (isDecided) return texts.goneDecided;
  if (seen === undefined) return texts.none;
  if (!hasBot) return texts.goneWithBot(seen.botId);
  return Date.parse(seen.expiresAt) <= Date.now() ? texts.goneExpired : texts.goneWithTurn;
}

async function findDecision(
  id: string,
  signal: AbortSignal,
): Promise<Pick<Approval, 'state' | 'scope' | 'reason' | 'decidedBy'> | null> {
  for (const action of ['approval-allowed', 'approval-denied'] as const) {
    const { entries } = await read(api.GET('/api/v1/audit', { params: { query: { action, limit: 200 } }, signal }));
    const entry = entries.find(({ subject }) => subject === id);
    if (entry === undefined) continue;
    return {
      state: action === 'approval-allowed' ? 'allowed' : 'denied',
      scope: null,
      reason: null,
      decidedBy: entry.actor,
    };
  }
  return null;
}
