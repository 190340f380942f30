import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { approvalsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { ButtonLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { FindingItems } from '../findings/finding-items.js';
import { findingsQuery } from './bot-queries.js';
import { botsTexts } from './texts.js';

/** How many are shown at first. */
const few = 5;

/** Calls that wait, and what the host found that somebody has to mend. Nothing where there is neither. */
export function NeedsPerson(): React.ReactElement | null {
  const texts = useTexts(botsTexts);
  const { data: approvals } = useQuery(approvalsQuery);
  const { data: findings = [] } = useQuery({ ...findingsQuery, enabled: useCan('operator') });
  const [isWhole, setWhole] = useState(false);
  const waiting = approvals?.approvals.filter(({ state }) => state === 'waiting').length ?? 0;
  const serious = findings.filter(({ level }) => level !== 'note');
  if (waiting === 0 && serious.length === 0) return null;
  const shown = isWhole ? serious : serious.slice(0, few);
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="needs-person">
      <Title order={2} size="h3" id="needs-person" mb="xs">
        {texts.needTitle}
      </Title>
      <Stack gap="xs" align="flex-start">
        {waiting > 0 && (
          <Group gap="xs">
            <Status tone="warning">{texts.waiting(waiting)}</Status>
            <ButtonLink to="/approvals/{-$approval}" size="compact-sm" variant="default">
              {texts.seeWaiting}
            </ButtonLink>
          </Group>
        )}
        {shown.length > 0 && <FindingItems findings={shown} />}
        {serious.length > shown.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {texts.more(serious.length - shown.length)}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
