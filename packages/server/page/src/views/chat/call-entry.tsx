import { Collapse, Group, Loader, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { CallArguments } from '../../parts/approval/call-arguments.js';
import { CallStatus } from '../../parts/call-status.js';
import { CallTrace } from '../../parts/call-trace/call-trace.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { ResultView } from '../../parts/result/result-view.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration } from '../../texts/format.js';
import type { Entry } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** A call is one line that opens to its arguments, its result and its trace. */
export function CallEntry({
  entry: { callId, tool, label, arguments: given, outcome, durationMs, startedAt },
  bot,
}: {
  readonly entry: Extract<Entry, { readonly kind: 'call' }>;
  readonly bot: string;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  const [isOpen, { toggle }] = useDisclosure();
  const details = useId();
  return (
    <Paper withBorder p="xs">
      <UnstyledButton w="100%" mih={32} aria-expanded={isOpen} aria-controls={details} onClick={toggle}>
        <Group gap="xs">
          <IconChevronRight size={16} aria-hidden style={{ transform: isOpen ? 'rotate(90deg)' : undefined }} />
          <Text span size="sm" fw={600}>
            <Foreign text={label} />
          </Text>
          <ForeignName name={tool} />
          {outcome === undefined ? (
            <Group gap={6}>
              <Loader size="xs" aria-hidden />
              <Text span size="sm">
                {texts.callRunning}
              </Text>
            </Group>
          ) : (
            <CallStatus status={outcome.status} />
          )}
          {durationMs !== undefined && (
            <Text span size="sm" c="dimmed">
              {formatDuration(durationMs)}
            </Text>
          )}
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={details}>
        {isOpen && (
          <Stack gap="sm" pt="sm">
            <CallArguments value={given} />
            {outcome !== undefined && (
              <>
                <Text size="sm" fw={600}>
                  {texts.result}
                </Text>
                <ResultView result={outcome} />
                <Text size="sm" fw={600}>
                  {texts.trace}
                </Text>
                <CallTrace call={{ bot, tool: outcome.tool, callId, since: startedAt }} hasArguments={false} />
              </>
            )}
          </Stack>
        )}
      </Collapse>
    </Paper>
  );
}
