import type { ApiSchemas } from '@loadout/server/client';
import { Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import { IconLink } from '../../parts/links.js';
import { useTitlePart } from '../../parts/title-part.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { ApprovalCard } from './approval-card.js';
import { GoneApproval } from './gone-approval.js';
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
  useTitlePart('tab', seen.current?.label ?? texts.noneTitle);
  return (
    <Stack>
      <Group justify="flex-end">
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
