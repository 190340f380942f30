import type { ApiSchemas } from '@loadout/server/client';
import { DataList, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.js';
import { given } from '../api/queries.js';
import { useTexts } from '../texts/define-texts.js';
import { formatDuration, formatSize } from '../texts/format.js';
import { CallStatus } from './call-status.js';
import { callTexts } from './call-texts.js';
import { CodeBlock } from './code-block.js';
import { Fact } from './fact.js';
import { Foreign } from './foreign.js';
import { TextLink } from './links.js';
import { QueryPanel } from './query-panel.js';
import { Time } from './time.js';

/** Which call; where its id is not known, the newest of this bot and tool since then. */
export interface TracedCall {
  readonly bot: string;
  readonly tool: string;
  readonly callId: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Clocks of a browser and of a host differ. */
const toleranceMs = 60_000;

const traceQuery = ({ bot, tool, callId: call, since }: TracedCall) => {
  const query = given({ bot, tool, call, since: String(since - (call === undefined ? 1_000 : toleranceMs)), limit: 1 });
  return queryOptions({
    queryKey: ['traces', 'of-call', query],
    queryFn: async ({ signal }) => (await read(api.GET('/api/v1/traces', { params: { query }, signal }))).traces,
    // It is written while the answer is on its way.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data[0]?.hasEnded !== true ? 1_000 : false),
  });
};

/** How a call ran, as its trace has it. */
export function CallTrace({
  call,
  hasArguments = true,
}: {
  readonly call: TracedCall;
  /** Whether its arguments are shown as well. */
  readonly hasArguments?: boolean;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  const query = useQuery(traceQuery(call));
  return (
    <QueryPanel query={query} what={texts.traceOf}>
      {([trace]) =>
        trace === undefined ? (
          <Text c="dimmed">{texts.noTrace}</Text>
        ) : (
          <TraceDetail trace={trace} hasArguments={hasArguments} />
        )
      }
    </QueryPanel>
  );
}

function TraceDetail({
  trace,
  hasArguments,
}: {
  readonly trace: ApiSchemas['Trace'];
  readonly hasArguments: boolean;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  const executed = { yes: texts.executedYes, no: texts.executedNo, unknown: texts.executedUnknown };
  return (
    <Stack gap="sm">
      <DataList orientation="horizontal">
        <Fact label={texts.call}>
          {trace.hasEnded ? <CallStatus status={trace.status} /> : <Text size="sm">…</Text>}
        </Fact>
        <Fact label={texts.executed}>{executed[trace.executed]}</Fact>
        <Fact label={texts.started}>
          <Time at={trace.startedAt} />
        </Fact>
        <Fact label={texts.duration}>{formatDuration(trace.durationMs)}</Fact>
        <Fact label={texts.resultSize}>{formatSize(trace.resultCharacters)}</Fact>
        {trace.errorId !== undefined && (
          <Fact label={texts.errorId}>
            <Foreign text={trace.errorId} />
          </Fact>
        )}
        {trace.repairs.length > 0 && (
          <Fact label={texts.repairs}>
            <Foreign
              text={trace.repairs.map(({ pointer, kind }) => `${pointer === '' ? '/' : pointer}: ${kind}`).join(', ')}
            />
          </Fact>
        )}
      </DataList>
      {hasArguments && <CodeBlock text={JSON.stringify(trace.arguments ?? {}, null, 2)} label={texts.arguments} />}
      <TextLink to="/traces/turns/$turn" params={{ turn: trace.turnId }} search={{ call: trace.callId }} size="sm">
        {texts.turn}
      </TextLink>
    </Stack>
  );
}
