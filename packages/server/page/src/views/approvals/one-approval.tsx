import type { ApiSchemas } from '@loadout/server/client';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, read } from '../../api/client.js';
import { DecidedBy } from '../../parts/approval/decided-by.js';
import { IconLink, TextLink } from '../../parts/links.js';
import { useTitlePart } from '../../parts/title-part.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { ApprovalCard } from './approval-card.js';
import { CallLink } from './call-link.js';
import { approvalTexts } from './texts.js';

type Approval = ApiSchemas['Approval'];

/** One call, with the way to those before and after it. */
export function OneApproval({
  id,
  approvals,
}: {
  readonly id: string;
  readonly approvals: readonly Approval[];
}): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const approval = approvals.find((entry) => entry.id === id);
  const waiting = approvals.filter((entry) => entry.state === 'waiting').reverse();
  const index = waiting.findIndex((entry) => entry.id === id);
  // What was shown stays while somebody reads it.
  const seen = useRef(approval);
  if (approval !== undefined) seen.current = approval;
  useTitlePart('tab', seen.current?.label ?? texts.goneTitle);
  return (
    <Stack>
      <Group justify="space-between">
        <TextLink to="/approvals/{-$approval}" params={{ approval: undefined }} size="sm">
          <IconChevronLeft size={16} aria-hidden /> {texts.all}
        </TextLink>
        {index >= 0 && (
          <Group gap="xs">
            <Step id={waiting[index - 1]?.id} label={texts.previous} icon={<IconChevronLeft size={16} aria-hidden />} />
            <Text size="sm">{texts.place(formatNumber(index + 1), formatNumber(waiting.length))}</Text>
            <Step id={waiting[index + 1]?.id} label={texts.next} icon={<IconChevronRight size={16} aria-hidden />} />
          </Group>
        )}
      </Group>
      {approval === undefined ? (
        <GoneApproval id={id} seen={seen.current?.id === id ? seen.current : undefined} />
      ) : (
        <ApprovalCard key={id} approval={approval} nextId={undefined} headingOrder={2} isAlone />
      )}
    </Stack>
  );
}

function Step({
  id,
  label,
  icon,
}: {
  readonly id: string | undefined;
  readonly label: string;
  readonly icon: React.ReactNode;
}): React.ReactElement | null {
  if (id === undefined) return null;
  return (
    <IconLink to="/approvals/{-$approval}" params={{ approval: id }} variant="default" aria-label={label}>
      {icon}
    </IconLink>
  );
}

/** It is not in the list any more; the log of changes may know why. */
function GoneApproval({ id, seen }: { readonly id: string; readonly seen: Approval | undefined }): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const { data } = useQuery({
    queryKey: ['audit', 'approval', id],
    queryFn: ({ signal }) => findDecision(id, signal),
  });
  return (
    <Alert color="gray" role="status" title={seen?.label ?? texts.goneTitle}>
      <Stack gap="xs">
        <Text size="sm">{texts.gone}</Text>
        {data && <DecidedBy decision={data} />}
        {seen !== undefined && data?.state === 'allowed' && <CallLink approval={seen} />}
      </Stack>
    </Alert>
  );
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
