import { Stack, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import type { RecordColumn } from '../../parts/records.js';
import { Time } from '../../parts/time.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { describeCompanionProblem } from './describe-problem.js';
import { ListAge } from './list-age.js';
import { companionTexts } from './problem-texts.js';
import { type Companion, countTools, ProviderState } from './provider-state.js';
import { RefreshButton } from './refresh-button.js';
import type { Texts } from './texts.js';
import { ToolCount } from './tool-count.js';

/** What is shown of companions. */
export function makeProviderColumns(texts: Translated<Texts>, isOperator: boolean): readonly RecordColumn<Companion>[] {
  const columns: RecordColumn<Companion>[] = [
    {
      id: 'name',
      header: texts.name,
      cell: ({ id }) => (
        <TextLink to="/providers/$provider" params={{ provider: id }}>
          <Foreign text={id} />
        </TextLink>
      ),
    },
    { id: 'state', header: texts.state, cell: ({ state }) => <ProviderState state={state} /> },
    {
      id: 'tools',
      header: texts.tools,
      cell: (companion) => (
        <ToolCount owners={companion.providers.map(({ owner }) => owner)} listed={countTools(companion)} />
      ),
    },
    {
      id: 'list',
      header: texts.list,
      cell: ({ providers }) =>
        providers.length === 0 ? (
          texts.noList
        ) : (
          <Stack gap={4}>
            {providers.map((provider) => (
              <ListAge key={provider.owner} provider={provider} />
            ))}
          </Stack>
        ),
    },
    {
      id: 'error',
      header: texts.lastError,
      cell: (companion) => <LastError companion={companion} none={texts.noError} />,
    },
  ];
  if (isOperator) {
    columns.push({ id: 'actions', header: texts.actions, cell: ({ id }) => <RefreshButton companion={id} /> });
  }
  return columns;
}

function LastError({ companion, none }: { readonly companion: Companion; readonly none: string }): React.ReactElement {
  const causes = useTexts(companionTexts);
  const last = companion.problems.at(-1);
  if (last === undefined) return <>{none}</>;
  return (
    <Text size="sm" component="div" maw={420}>
      <Time at={last.at} />
      {': '}
      {describeCompanionProblem(last.code, causes)}
    </Text>
  );
}
