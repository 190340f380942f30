import type { ApiSchemas } from '@loadout/server/client';
import { Button, EmptyState, Stack, Text, Title } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useState } from 'react';
import { useObservable } from '../../api/observable.js';
import { unsentReasons } from '../../parts/approval/unsent-reasons.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import { ApprovalCard } from './approval-card.js';
import { nothingId } from './focus-ids.js';
import { GoneApproval } from './gone-approval.js';
import { approvalTexts } from './texts.js';

type Approval = ApiSchemas['Approval'];

/** Arguments may be long: so many cards at once. */
const page = 20;

/** What waits, oldest first because it expires first; below it what was decided and did not run yet. */
export function ApprovalList({ approvals }: { readonly approvals: readonly Approval[] }): React.ReactElement {
  const texts = useTexts(approvalTexts);
  const [shown, setShown] = useState(page);
  const waiting = approvals.filter(({ state }) => state === 'waiting').reverse();
  const decided = approvals.filter(({ state }) => state !== 'waiting');
  // What came too late stays, also where its call has run by now.
  const unsent = useObservable(unsentReasons).filter(({ approval }) => approvals.every(({ id }) => id !== approval));
  return (
    <Stack gap="lg">
      <Text role="status" size="sm" c="dimmed">
        {waiting.length > 0 && texts.waitingCount(waiting.length)}
      </Text>
      {unsent.map(({ approval, label }) => (
        <GoneApproval key={approval} id={approval} label={label} seen={undefined} />
      ))}
      {waiting.length === 0 && (
        <EmptyState
          id={nothingId}
          tabIndex={-1}
          icon={<IconChecklist aria-hidden />}
          title={texts.nothing}
          description={texts.nothingHint}
        />
      )}
      {waiting.slice(0, shown).map((approval, index) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          nextId={(waiting[index + 1] ?? waiting[index - 1])?.id}
          headingOrder={2}
        />
      ))}
      {waiting.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + page)}>
          {texts.more(formatNumber(Math.min(page, waiting.length - shown)))}
        </Button>
      )}
      {decided.length > 0 && (
        <Stack>
          <div>
            <Title order={2} size="h3">
              {texts.decided}
            </Title>
            <Text size="sm" c="dimmed">
              {texts.decidedHint}
            </Text>
          </div>
          {decided.slice(0, page).map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} nextId={undefined} headingOrder={3} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
