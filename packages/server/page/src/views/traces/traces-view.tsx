import { Button, EmptyState, Group, Stack, Switch, Text } from '@mantine/core';
import { IconDownload, IconTimeline } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { hostQuery } from '../../api/queries.js';
import { useDropped } from '../../app/use-dropped.js';
import { lazyPopup } from '../../parts/lazy-part.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Records } from '../../parts/records.js';
import { partTexts } from '../../parts/texts.js';
import { ViewHeader } from '../../parts/view-header.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { FreshCalls } from './fresh-calls.js';
import { type Texts, traceTexts } from './texts.js';
import { makeTraceColumns } from './trace-columns.js';
import { TraceFilters } from './trace-filters.js';
import { exportAddress, type TraceFilter, tracesQuery } from './trace-queries.js';
import { useLiveCalls } from './use-live-calls.js';

const route = getRouteApi('/traces');

const TraceDrawer = lazyPopup(() => import('./trace-drawer.js'), 'TraceDrawer');

/** Calls, newest first, and what happens now. */
export function TracesView(): React.ReactElement {
  const texts = useTexts(traceTexts);
  const { clearFilters } = useTexts(partTexts);
  const { call, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const isBackwards = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to;
  useDropped({ from: isBackwards, to: isBackwards });
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(tracesQuery(filter));
  const [isLive, setLive] = useState(true);
  const live = useLiveCalls(filter, isLive);
  const traces = query.data?.pages.flatMap((page) => page.traces) ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const change = (changed: TraceFilter): void => void navigate({ search: { ...filter, ...changed }, replace: true });
  const open = (id: string | undefined): void => void navigate({ search: { ...filter, call: id } });
  const showFresh = (): void => {
    live.reset();
    // Pages of before would begin elsewhere by now.
    void queryClient.resetQueries({ queryKey: tracesQuery(filter).queryKey });
  };
  return (
    <>
      <ViewHeader title={texts.title}>
        <Switch label={texts.live} checked={isLive} onChange={(event) => setLive(event.currentTarget.checked)} />
        <Button
          component="a"
          href={exportAddress(filter)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {texts.download}
        </Button>
      </ViewHeader>
      <TraceFilters key={isFiltered ? 'filtered' : 'all'} filter={filter} onChange={change} />
      <FreshCalls calls={live} onShow={showFresh} />
      <QueryPanel query={query} unread={texts.unread}>
        {() =>
          traces.length === 0 ? (
            <EmptyState
              icon={<IconTimeline aria-hidden />}
              title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
              description={isFiltered ? texts.noMatch : texts.empty}
            >
              {isFiltered && (
                <Button variant="default" onClick={() => void navigate({ search: {} })}>
                  {clearFilters}
                </Button>
              )}
            </EmptyState>
          ) : (
            <Stack>
              <Records
                label={texts.label}
                columns={makeTraceColumns(texts, open)}
                rows={traces}
                getKey={({ id }) => id}
              />
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {texts.more}
                </Button>
              )}
            </Stack>
          )
        }
      </QueryPanel>
      <Retention texts={texts} />
      {call !== undefined && <TraceDrawer call={call} onClose={() => open(undefined)} />}
    </>
  );
}

/** How long calls are kept. */
function Retention({ texts }: { readonly texts: Translated<Texts> }): React.ReactElement | null {
  const { data } = useQuery(hostQuery);
  if (!data?.traces) return null;
  const { maxAgeDays, maxCount } = data.traces;
  const parts = [
    ...(maxAgeDays === null ? [] : [texts.keptAge(maxAgeDays)]),
    ...(maxCount === null ? [] : [texts.keptCount(maxCount)]),
  ];
  return (
    <Group mt="md">
      <Text size="sm" c="dimmed">
        {parts.length === 0 ? texts.keptForever : `${parts.join(', ')}.`}
      </Text>
    </Group>
  );
}
