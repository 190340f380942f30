import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { given } from '../../api/queries.js';
import { useTexts } from '../../texts/define-texts.js';
import { QueryPanel } from '../query-panel.js';
import { recordTexts } from './texts.js';
import { TraceDetails } from './trace-details.js';

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
  const texts = useTexts(recordTexts);
  const query = useQuery(traceQuery(call));
  return (
    <QueryPanel query={query} unread={texts.unread}>
      {([trace]) =>
        trace === undefined ? (
          <Text c="dimmed">{texts.noTrace}</Text>
        ) : (
          <TraceDetails trace={trace} isBesideCall hasArguments={hasArguments} />
        )
      }
    </QueryPanel>
  );
}
