import { Code, EmptyState, Group, NativeSelect, Text } from '@mantine/core';
import { IconPlug, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { catalogueQuery, companionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { ButtonLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Records } from '../../parts/records.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { makeProviderColumns } from './provider-columns.js';
import type { CompanionState } from './provider-state.js';
import { RefreshButton } from './refresh-button.js';
import { providerTexts } from './texts.js';

const route = getRouteApi('/providers');
const states: readonly CompanionState[] = ['ready', 'stale', 'failed', 'loading', 'off'];

/** What needs somebody comes first. */
const urgency: readonly CompanionState[] = ['failed', 'stale', 'loading', 'ready', 'off'];

/** Companions, and how they are. */
export function ProvidersView(): React.ReactElement {
  const texts = useTexts(providerTexts);
  const query = useQuery(companionsQuery);
  const { data: catalogue } = useQuery(catalogueQuery(useLanguage()));
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useCan('operator');
  const problems = catalogue?.leftOut.length ?? 0;
  return (
    <>
      <ViewHeader title={texts.title}>
        {problems > 0 && (
          <ButtonLink to="/providers/problems" variant="default">
            {texts.problemsLink(problems)}
          </ButtonLink>
        )}
        {isOperator && <RefreshButton />}
      </ViewHeader>
      <QueryPanel query={query} unread={texts.unread}>
        {(companions) => {
          if (companions.length === 0) {
            return (
              <EmptyState icon={<IconPlug aria-hidden />} title={texts.emptyTitle} description={texts.empty}>
                <Code block>{texts.emptyConfiguration}</Code>
              </EmptyState>
            );
          }
          const shown = companions
            .filter((companion) => state === undefined || companion.state === state)
            .toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state));
          const failed = companions.filter((companion) => companion.state === 'failed').length;
          return (
            <>
              <Group mb="sm" justify="space-between" align="flex-end">
                <Text size="sm" c="dimmed" aria-live="polite">
                  {texts.count(companions.length, failed)}
                </Text>
                <NativeSelect
                  label={texts.state}
                  value={state ?? ''}
                  onChange={(event) => {
                    const wanted = (event.currentTarget.value || undefined) as CompanionState | undefined;
                    void navigate({ search: { state: wanted }, replace: true });
                  }}
                  data={[
                    { value: '', label: texts.anyState },
                    ...states.map((value) => ({ value, label: texts[value] })),
                  ]}
                />
              </Group>
              {shown.length === 0 ? (
                <EmptyState icon={<IconSearch aria-hidden />} title={texts.noMatchTitle} description={texts.noMatch} />
              ) : (
                <Records
                  label={texts.listLabel}
                  columns={makeProviderColumns(texts, isOperator)}
                  rows={shown}
                  getKey={({ id }) => id}
                />
              )}
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}
