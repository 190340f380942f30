import type { ApiSchemas } from '@loadout/server/client';
import { EmptyState, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { catalogueQuery, companionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { OwnWords } from '../../parts/own-words.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Status } from '../../parts/status.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { describeLeftOut } from '../findings/describe-left-out.js';
import { findingTexts } from '../findings/texts.js';
import { OfferAsForm } from './offer-as-form.js';
import { findCompanion } from './provider-state.js';
import { providerTexts } from './texts.js';

type LeftOutTool = ApiSchemas['LeftOutTool'];

/** Definitions that no bot can get: taken names, and faults; each with what helps. */
export function ProviderProblemsView(): React.ReactElement {
  const texts = useTexts(providerTexts);
  const query = useQuery(catalogueQuery(useLanguage()));
  return (
    <>
      <ViewHeader title={texts.problemsTitle} trail={<TextLink to="/providers">{texts.title}</TextLink>} />
      <Text c="dimmed" mb="md">
        {texts.problemsIntro}
      </Text>
      <QueryPanel query={query} unread={texts.problemsUnread}>
        {({ leftOut, tools }) =>
          leftOut.length === 0 ? (
            <EmptyState
              icon={<IconCircleCheck aria-hidden />}
              title={texts.noProblemsTitle}
              description={texts.noProblems}
            />
          ) : (
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {leftOut.map((one) => (
                <Problem
                  key={`${one.owner} ${one.name} ${one.cause} ${one.reason}`}
                  leftOut={one}
                  taken={tools.map(({ name }) => name)}
                />
              ))}
            </Stack>
          )
        }
      </QueryPanel>
    </>
  );
}

function Problem({
  leftOut,
  taken,
}: {
  readonly leftOut: LeftOutTool;
  readonly taken: readonly string[];
}): React.ReactElement {
  const texts = useTexts(providerTexts);
  const sentences = useTexts(findingTexts);
  const { name, owner, status, cause, reason } = leftOut;
  const { data: companions = [] } = useQuery(companionsQuery);
  const companion = findCompanion(companions, owner);
  const isOperator = useCan('operator');
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group gap="sm" justify="space-between">
          <Title order={2} size="h3">
            <Foreign text={name === null ? texts.several(owner) : texts.of(name, owner)} />
          </Title>
          <Status tone={status === 'skipped' ? 'warning' : 'bad'}>{texts[status]}</Status>
        </Group>
        <Text size="sm">
          <Foreign text={describeLeftOut(leftOut, sentences)} />
        </Text>
        {(cause === 'definition' || cause === 'file' || cause === 'expose-as') && <OwnWords text={reason} />}
        {isOperator && name !== null && cause === 'name-taken' && (
          <OfferAsForm tool={name} owner={owner} taken={taken} />
        )}
        {companion && (
          <TextLink to="/providers/$provider" params={{ provider: companion.id }} size="sm">
            {texts.seeProvider}
          </TextLink>
        )}
      </Stack>
    </Paper>
  );
}
