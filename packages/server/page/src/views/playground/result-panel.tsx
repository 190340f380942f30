import { Stack, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { ResultView } from '../../parts/result/result-view.js';
import { useTexts } from '../../texts/define-texts.js';
import { CallAs } from './call-as.js';
import type { CallRequest, CallRun } from './call-run.js';
import { RunStatus } from './run-status.js';
import { playgroundTexts } from './texts.js';
import { TracePanel } from './trace-panel.js';

/** What came of a call: as people read it, as it is, how it ran, and how to make it from elsewhere. */
export function ResultPanel({
  run,
  request,
  timeoutMs,
}: {
  readonly run: CallRun;
  /** What would be called now. */
  readonly request: CallRequest;
  readonly timeoutMs: number;
}): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  return (
    <Stack gap="sm">
      <RunStatus run={run} timeoutMs={timeoutMs} />
      <Tabs defaultValue="shown" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="shown">{texts.shown}</Tabs.Tab>
          <Tabs.Tab value="raw">{texts.raw}</Tabs.Tab>
          <Tabs.Tab value="trace">{texts.trace}</Tabs.Tab>
          <Tabs.Tab value="call-as">{texts.callAs}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="shown">
          <Shown run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="raw">
          {run.state === 'done' ? (
            <CodeBlock text={JSON.stringify(run.outcome, null, 2)} label={texts.raw} maxHeight={640} />
          ) : (
            <Shown run={run} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="trace">
          <TracePanel run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="call-as">
          <CallAs request={request} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Shown({ run }: { readonly run: CallRun }): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  switch (run.state) {
    case 'idle':
      return <Text c="dimmed">{texts.noResult}</Text>;
    case 'running':
      return <Text c="dimmed">{run.question === undefined ? texts.noResultYet : texts.waitsForYou}</Text>;
    case 'cancelled':
      return <Text>{texts.cancelled}</Text>;
    case 'failed':
      return (
        <>
          <ProblemAlert title={texts.failed} error={run.error} />
          <Text size="sm" mt="xs">
            {texts.ended}
          </Text>
        </>
      );
    case 'done':
      // What is wrong stands at the arguments; what the model would be told says it once more.
      if (run.outcome.argumentProblems !== undefined && run.outcome.argumentProblems.length > 0)
        return <Text>{texts.fixFields}</Text>;
      return <ResultView result={run.outcome} />;
    default:
      return run satisfies never;
  }
}
