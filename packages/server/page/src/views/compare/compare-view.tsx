import { Checkbox, EmptyState, Group, MultiSelect, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { botsQuery, loadoutQuery } from '../../api/queries.js';
import { useCan } from '../../api/session.js';
import { appTexts } from '../../app/texts.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { RowsSkeleton } from '../../parts/query-panel.js';
import { ToneAlert } from '../../parts/tone-alert.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { CompareList } from './compare-list.js';
import { type ComparedBot, compareLoadouts } from './compare-loadouts.js';
import { CompareTable } from './compare-table.js';
import { CopyTask, useCopyTask } from './copy-task.js';
import { compareTexts } from './texts.js';

const route = getRouteApi('/compare');
const most = 4;

/** Two to four bots side by side: what differs, and how one gets it from another. */
export function CompareView(): React.ReactElement {
  const texts = useTexts(compareTexts);
  const { bots } = useTexts(appTexts);
  const { data } = useQuery(botsQuery);
  const all = data ?? [];
  const { bots: given = '', only = 'differences' } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = [...new Set(given.split(',').filter((id) => id !== ''))];
  const known = wanted.filter((id) => all.some((bot) => bot.id === id));
  const chosen = known.slice(0, most);
  const unknown = data === undefined ? [] : wanted.filter((id) => !known.includes(id));
  return (
    <>
      <ViewHeader title={texts.title} trail={<TextLink to="/">{bots}</TextLink>} />
      <Group mb="md" align="flex-end">
        <MultiSelect
          label={texts.choose}
          description={texts.chooseHint}
          data={all.map(({ id, displayName }) => ({ value: id, label: toPlain(displayName) }))}
          value={chosen}
          onChange={(ids) => void navigate({ search: (before) => ({ ...before, bots: ids.join(',') || undefined }) })}
          maxValues={most}
          searchable
          hidePickedOptions
          w={{ base: '100%', sm: 480 }}
        />
        <Checkbox
          label={texts.only}
          checked={only === 'differences'}
          onChange={(event) => {
            const wanted = event.currentTarget.checked ? undefined : ('all' as const);
            void navigate({ search: (before) => ({ ...before, only: wanted }), replace: true });
          }}
        />
      </Group>
      {unknown.length > 0 && (
        <ToneAlert tone="note" role="status" mb="md">
          <Foreign text={texts.unknown(unknown.join(', '), unknown.length)} />
        </ToneAlert>
      )}
      {known.length > most && (
        <ToneAlert tone="note" role="status" mb="md">
          <Foreign text={texts.tooMany(known.slice(most).join(', '))} />
        </ToneAlert>
      )}
      {chosen.length < 2 ? (
        <EmptyState icon={<IconArrowsDiff aria-hidden />} title={texts.fewTitle} description={texts.few} />
      ) : (
        <Comparison
          ids={chosen}
          names={new Map(all.map(({ id, displayName }) => [id, displayName]))}
          isWhole={only === 'all'}
        />
      )}
    </>
  );
}

function Comparison({
  ids,
  names,
  isWhole,
}: {
  readonly ids: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly isWhole: boolean;
}): React.ReactElement {
  const texts = useTexts(compareTexts);
  const locale = useLanguage();
  const isOperator = useCan('operator');
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const queries = useQueries({ queries: ids.map((id) => loadoutQuery(id, {}, locale)) });
  const { task, begin, done, finish } = useCopyTask();
  const failed = queries.find(({ error, data }) => error !== null && data === undefined);
  if (failed) {
    return <ProblemAlert title={texts.unread} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (queries.some(({ data }) => data === undefined)) return <RowsSkeleton />;
  const bots: readonly ComparedBot[] = ids.map((id, index) => {
    const { assignments = [], offered = [], withheld = [] } = queries[index]?.data ?? {};
    // An assignment has the label that the tool had then.
    const labels = new Map([...offered, ...withheld].map(({ name, label }) => [name, label]));
    return {
      id,
      name: names.get(id) ?? id,
      assignments: new Map(
        assignments.map((one) => [one.toolName, { ...one, label: labels.get(one.toolName) ?? one.label }]),
      ),
    };
  });
  const compared = compareLoadouts(bots);
  const Shown = isNarrow ? CompareList : CompareTable;
  const shown = isWhole ? compared : compared.filter(({ isDifferent }) => isDifferent);
  return (
    <>
      {done}
      {shown.length === 0 ? (
        <EmptyState
          title={compared.length === 0 ? texts.noneTitle : texts.sameTitle}
          description={compared.length === 0 ? texts.none : texts.same}
        />
      ) : (
        <Shown bots={bots} tools={shown} onCopy={isOperator ? begin : undefined} />
      )}
      {task && <CopyTask task={task} onClose={finish} />}
      <Text className="visually-hidden" aria-live="polite">
        {shown.length}
      </Text>
    </>
  );
}
