import { EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { companionsQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { Foreign } from '../../parts/foreign.js';
import { ButtonLink, TextLink } from '../../parts/links.js';
import { OwnWords } from '../../parts/own-words.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Records } from '../../parts/records.js';
import { Time } from '../../parts/time.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { describeCompanionProblem } from './describe-problem.js';
import { ListAge } from './list-age.js';
import { companionTexts } from './problem-texts.js';
import { type Companion, findCompanion, ProviderState } from './provider-state.js';
import { RefreshButton } from './refresh-button.js';
import { providerTexts } from './texts.js';
import { ToolCount } from './tool-count.js';

const route = getRouteApi('/providers/$provider');

/** One companion: its lists, and what went wrong with it. */
export function ProviderView(): React.ReactElement {
  const texts = useTexts(providerTexts);
  const { provider: id } = route.useParams();
  const query = useQuery(companionsQuery);
  const isOperator = useCan('operator');
  const companion = findCompanion(query.data ?? [], id);
  return (
    <>
      <ViewHeader title={id} trail={<TextLink to="/providers">{texts.title}</TextLink>}>
        {companion && (
          <>
            <ButtonLink to="/tools" search={{ owner: id }} variant="default">
              {texts.toolsOf}
            </ButtonLink>
            {isOperator && <RefreshButton companion={companion.id} />}
          </>
        )}
      </ViewHeader>
      <QueryPanel query={query} unread={texts.oneUnread}>
        {() =>
          companion === undefined ? (
            <EmptyState title={texts.unknownTitle} description={texts.unknown} />
          ) : (
            <Details companion={companion} />
          )
        }
      </QueryPanel>
    </>
  );
}

function Details({ companion }: { readonly companion: Companion }): React.ReactElement {
  const texts = useTexts(providerTexts);
  const causes = useTexts(companionTexts);
  const { state, formerly = [], providers, problems } = companion;
  return (
    <Stack gap="lg">
      <Group>
        <ProviderState state={state} />
        {formerly.length > 0 && (
          <Text size="sm" c="dimmed">
            <Foreign text={texts.formerly(formerly.join(', '))} />
          </Text>
        )}
      </Group>
      <section aria-labelledby="lists">
        <Title order={2} id="lists" mb="xs">
          {texts.lists}
        </Title>
        {providers.length === 0 ? (
          <Text c="dimmed">{texts.noList}</Text>
        ) : (
          <Records
            label={texts.lists}
            rows={providers}
            getKey={({ owner }) => owner}
            columns={[
              { id: 'owner', header: texts.owner, cell: ({ owner }) => <Foreign text={owner} /> },
              // Of a companion with one list its own state says it already.
              ...(providers.length === 1
                ? []
                : [
                    {
                      id: 'state',
                      header: texts.state,
                      cell: (provider: (typeof providers)[number]) => <ProviderState state={provider.state} />,
                    },
                  ]),
              {
                id: 'tools',
                header: texts.tools,
                cell: ({ owner, toolCount }) => <ToolCount owners={[owner]} listed={toolCount} />,
              },
              { id: 'list', header: texts.list, cell: (provider) => <ListAge provider={provider} /> },
            ]}
          />
        )}
      </section>
      <section aria-labelledby="errors">
        <Title order={2} id="errors" mb="xs">
          {texts.errors}
        </Title>
        {problems.length === 0 ? (
          <Text c="dimmed">{texts.noErrors}</Text>
        ) : (
          <Records
            label={texts.errorsLabel}
            rows={problems.toReversed()}
            getKey={({ at, code, message }) => `${at} ${code} ${message}`}
            columns={[
              { id: 'when', header: texts.when, cell: ({ at }) => <Time at={at} /> },
              {
                id: 'code',
                header: texts.code,
                cell: ({ code }) => (
                  <Text ff="monospace" size="sm">
                    {code}
                  </Text>
                ),
              },
              {
                id: 'message',
                header: texts.message,
                cell: ({ code, message }) => (
                  <>
                    {describeCompanionProblem(code, causes)}
                    <OwnWords text={message} />
                  </>
                ),
              },
            ]}
          />
        )}
      </section>
    </Stack>
  );
}
