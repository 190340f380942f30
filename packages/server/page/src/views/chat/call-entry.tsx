import { Collapse, Group, Loader, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { toolQuery } from '../../api/queries.js';
import { CallArguments } from '../../parts/approval/call-arguments.js';
import { listHidden } from '../../parts/approval/use-asked-tool.js';
import { CallStatus } from '../../parts/call-status.js';
import { CallTrace } from '../../parts/call-trace/call-trace.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { ResultView } from '../../parts/result/result-view.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration } from '../../texts/format.js';
import { useLanguage } from '../../texts/language.js';
import type { Entry } from './chat-entries.js';
import { chatTexts } from './texts.js';

/** A call is one line that opens to its arguments, its result and its trace. */
export function CallEntry({
  entry: { callId, tool, label, arguments: given, outcome, durationMs, startedAt },
  bot,
  isRunning,
}: {
  readonly entry: Extract<Entry, { readonly kind: 'call' }>;
  readonly bot: string;
  /** Whether its turn goes on. */
  readonly isRunning: boolean;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  const [isOpen, { toggle }] = useDisclosure();
  const details = useId();
  const { data } = useQuery({ ...toolQuery(tool, useLanguage()), enabled: isOpen });
  const hidden = listHidden(data?.tool?.sensitiveArguments, given);
  return (
    <Paper withBorder p="xs">
      <UnstyledButton w="100%" mih={32} aria-expanded={isOpen} aria-controls={details} onClick={toggle}>
        <Group gap="xs">
          <IconChevronRight size={16} aria-hidden style={{ transform: isOpen ? 'rotate(90deg)' : undefined }} />
          <Text span size="sm" fw={600}>
            <Foreign text={label} />
          </Text>
          <ForeignName name={tool} />
          {outcome !== undefined && <CallStatus status={outcome.status} />}
          {outcome === undefined && !isRunning && <Status tone="quiet">{texts.endUnknown}</Status>}
          {outcome === undefined && isRunning && (
            <Group gap={6}>
              <Loader size="xs" aria-hidden />
              <Text span size="sm">
                {texts.callRunning}
              </Text>
            </Group>
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
            <CallArguments value={given} hidden={hidden} />
            {outcome !== undefined && (
              <>
                <Text size="sm" fw={600}>
                  {texts.result}
                </Text>
                <ResultView result={outcome} />
              </>
            )}
            {(outcome !== undefined || !isRunning) && (
              <>
                <Text size="sm" fw={600}>
                  {texts.trace}
                </Text>
                <CallTrace call={{ bot, tool: outcome?.tool ?? tool, callId, since: startedAt }} hasArguments={false} />
              </>
            )}
          </Stack>
        )}
      </Collapse>
    </Paper>
  );
}
