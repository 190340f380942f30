import { Drawer, EmptyState, Grid, Group, Paper, Switch, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onTrace } from '../../api/live.js';
import { TraceDetails } from '../../parts/call-trace/trace-details.js';
import { toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { partTexts } from '../../parts/texts.js';
import { useTitlePart } from '../../parts/title-part.js';
import { ViewHeader } from '../../parts/view-header.js';
import { useTexts } from '../../texts/define-texts.js';
import { arrangeTimeline, hasFailed } from './arrange-timeline.js';
import { turnTexts } from './texts.js';
import { Timeline } from './timeline.js';
import { type RecordedTurn, turnQuery } from './turn-queries.js';
import { TurnSummary } from './turn-summary.js';

const route = getRouteApi('/traces/turns/$turn');

/** One turn: what it used, and what happened in it, in order. */
export function TurnView(): React.ReactElement {
  const texts = useTexts(turnTexts);
  const { turn } = route.useParams();
  const query = useQuery(turnQuery(turn));
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onTrace((trace) => {
        if (trace.turnId === turn) void queryClient.invalidateQueries(turnQuery(turn));
      }),
    [turn, queryClient],
  );
  return (
    <>
      <ViewHeader title={texts.title(turn)} trail={<TextLink to="/traces">{texts.traces}</TextLink>} />
      <QueryPanel query={query} unread={texts.unread}>
        {(recorded) =>
          recorded.turn === undefined && recorded.calls.length === 0 ? (
            <EmptyState title={texts.unknownTitle} description={texts.unknown} />
          ) : (
            <Recorded recorded={recorded} />
          )
        }
      </QueryPanel>
    </>
  );
}

function Recorded({ recorded }: { readonly recorded: RecordedTurn }): React.ReactElement {
  const texts = useTexts(turnTexts);
  const { call, only } = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const all = arrangeTimeline(recorded);
  const rows = only === 'failed' ? all.filter((row) => row.kind === 'call' && hasFailed(row.call)) : all;
  const chosen = recorded.calls.find(({ callId }) => callId === call);
  const choose = (id: string | undefined): void => {
    void navigate({ search: (before) => ({ ...before, call: id }), replace: call !== undefined });
  };
  return (
    <>
      <TurnSummary
        recorded={recorded}
        onGoTo={(id) => {
          choose(id);
          const order = recorded.calls.find(({ callId }) => callId === id)?.order;
          document.getElementById(`call-${order}`)?.focus();
        }}
      />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Group justify="space-between" mb="xs">
            <Title order={2}>{texts.timeline}</Title>
            <Switch
              label={texts.failedOnly}
              checked={only === 'failed'}
              onChange={(event) => {
                const wanted = event.currentTarget.checked ? ('failed' as const) : undefined;
                void navigate({ search: (before) => ({ ...before, only: wanted }), replace: true });
              }}
            />
          </Group>
          {rows.length === 0 ? (
            <Text c="dimmed">{only === 'failed' ? texts.noFailed : texts.noCalls}</Text>
          ) : (
            <Timeline rows={rows} chosen={call} onChoose={choose} />
          )}
        </Grid.Col>
        {!isNarrow && (
          <Grid.Col span={5}>
            <Paper component="section" withBorder p="md" aria-label={texts.details}>
              {chosen ? <TraceDetails trace={chosen} /> : <Text c="dimmed">{texts.detailsHint}</Text>}
            </Paper>
          </Grid.Col>
        )}
      </Grid>
      {isNarrow && chosen && (
        <DetailsDrawer onClose={() => choose(undefined)}>{<TraceDetails trace={chosen} />}</DetailsDrawer>
      )}
    </>
  );
}

function DetailsDrawer({
  children,
  onClose,
}: {
  readonly children: React.ReactNode;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(turnTexts);
  const { close } = useTexts(partTexts);
  useTitlePart('drawer', texts.details);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="100%"
      position="right"
      title={toPlain(texts.details)}
      closeButtonProps={{ 'aria-label': close }}
    >
      {children}
    </Drawer>
  );
}
