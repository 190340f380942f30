import type { ApiSchemas } from '@loadout/server/client';
import { DataList, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { given } from '../../api/queries.js';
import { CallStatus } from '../../parts/call-status.js';
import { callTexts } from '../../parts/call-texts.js';
import { CodeBlock } from '../../parts/code-block.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration, formatSize } from '../../texts/format.js';
import type { CallRun } from './call-run.js';
import { playgroundTexts } from './texts.js';

type Begun = Exclude<CallRun, { readonly state: 'idle' }>;

/** The trace of one call; where its id is not known, of the newest of this bot and tool since it began. */
const traceQuery = (run: Begun) => {
  const { bot, tool } = run.request;
  const call = run.state === 'done' ? run.outcome.callId : run.state === 'failed' ? undefined : run.callId;
  const query = given({ bot, tool, call, since: String(run.startedAt - 1_000), limit: 1 });
  return queryOptions({
    queryKey: ['traces', 'of-run', query, run.state],
    queryFn: async ({ signal }) => (await read(api.GET('/api/v1/traces', { params: { query }, signal }))).traces,
  });
};

/** How the call ran, as its trace has it. */
export function TracePanel({ run }: { readonly run: CallRun }): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  return run.state === 'idle' ? <Text c="dimmed">{texts.noResult}</Text> : <TraceOf run={run} />;
}

function TraceOf({ run }: { readonly run: Begun }): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const query = useQuery(traceQuery(run));
  return (
    <QueryPanel query={query} what={texts.traceOf}>
      {([trace]) => (trace === undefined ? <Text c="dimmed">{texts.noTrace}</Text> : <TraceDetail trace={trace} />)}
    </QueryPanel>
  );
}

function TraceDetail({ trace }: { readonly trace: ApiSchemas['Trace'] }): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  const words = useTexts(callTexts);
  const executed = { yes: texts.executedYes, no: texts.executedNo, unknown: texts.executedUnknown };
  return (
    <Stack gap="sm">
      <DataList orientation="horizontal">
        <Item label={texts.call}>
          {trace.hasEnded ? <CallStatus status={trace.status} /> : <Text size="sm">…</Text>}
        </Item>
        <Item label={texts.executed}>{executed[trace.executed]}</Item>
        <Item label={texts.started}>
          <Time at={trace.startedAt} />
        </Item>
        <Item label={texts.duration}>{formatDuration(trace.durationMs)}</Item>
        <Item label={texts.resultSize}>{formatSize(trace.resultCharacters)}</Item>
        {trace.errorId !== undefined && (
          <Item label={texts.errorId}>
            <Foreign text={trace.errorId} />
          </Item>
        )}
        {trace.repairs.length > 0 && (
          <Item label={texts.repairs}>
            <Foreign
              text={trace.repairs.map(({ pointer, kind }) => `${pointer === '' ? '/' : pointer}: ${kind}`).join(', ')}
            />
          </Item>
        )}
      </DataList>
      <CodeBlock text={JSON.stringify(trace.arguments ?? {}, null, 2)} label={words.arguments} />
      <TextLink to="/traces/turns/$turn" params={{ turn: trace.turnId }} search={{ call: trace.callId }} size="sm">
        {texts.turn}
      </TextLink>
    </Stack>
  );
}

function Item({ label, children }: { readonly label: string; readonly children: React.ReactNode }): React.ReactElement {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
