import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { approvalsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
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
            <TextLink to="/approvals/{-$approval}" size="sm">
              {texts.decide}
            </TextLink>
          </Group>
        )}
        <List spacing="xs" size="sm" listStyleType="none">
          {shown.map(({ level, area, subject, message, remedy }) => (
            <List.Item key={`${area} ${subject} ${message}`}>
              <Group gap="xs">
                <Status tone={level === 'error' ? 'bad' : 'warning'}>
                  <Foreign text={subject} />
                </Status>
                <FindingLink area={area} subject={subject} />
              </Group>
              <Text size="sm">
                <Foreign text={remedy === null ? message : `${message} ${remedy}`} />
              </Text>
            </List.Item>
          ))}
        </List>
        {serious.length > shown.length && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {texts.more(serious.length - shown.length)}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

/** Where a finding is mended. */
function FindingLink({
  area,
  subject,
}: {
  readonly area: string;
  readonly subject: string;
}): React.ReactElement | null {
  const texts = useTexts(botsTexts);
  const label = `${texts.look}: ${subject}`;
  switch (area) {
    case 'companions':
    case 'definitions':
      return (
        <TextLink to="/providers/problems" size="sm" aria-label={label}>
          {texts.look}
        </TextLink>
      );
    case 'decisions':
    case 'organisation':
    case 'configuration':
    case 'database':
    case 'secrets':
      return (
        <TextLink to="/host" size="sm" aria-label={label}>
          {texts.look}
        </TextLink>
      );
    case 'settings':
      return (
        <TextLink to="/tools/$tool/settings" params={{ tool: nameOf(subject) }} size="sm" aria-label={label}>
          {texts.look}
        </TextLink>
      );
    case 'assignments':
      return (
        <TextLink to="/tools/$tool/bots" params={{ tool: nameOf(subject) }} size="sm" aria-label={label}>
          {texts.look}
        </TextLink>
      );
    case 'approvals':
      return (
        <TextLink to="/approvals/{-$approval}" size="sm" aria-label={label}>
          {texts.look}
        </TextLink>
      );
    default:
      return null;
  }
}

/** The name of a tool that is written `owner#name` where nobody lists it. */
function nameOf(subject: string): string {
  return subject.slice(subject.lastIndexOf('#') + 1);
}
