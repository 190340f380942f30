import { Text } from '@mantine/core';
import { CallTrace } from '../../parts/call-trace/call-trace.js';
import { useTexts } from '../../texts/define-texts.js';
import type { CallRun } from './call-run.js';
import { playgroundTexts } from './texts.js';

/** How the call ran, as its trace has it. */
export function TracePanel({ run }: { readonly run: CallRun }): React.ReactElement {
  const texts = useTexts(playgroundTexts);
  if (run.state === 'idle') return <Text c="dimmed">{texts.noResult}</Text>;
  const { bot, tool } = run.request;
  const callId = run.state === 'done' ? run.outcome.callId : run.state === 'failed' ? undefined : run.callId;
  return <CallTrace key={run.state} call={{ bot, tool, callId, since: run.startedAt }} />;
}
