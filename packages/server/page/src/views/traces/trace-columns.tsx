import { UnstyledButton } from '@mantine/core';
import { CallStatus } from '../../parts/call-status.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import type { RecordColumn } from '../../parts/records.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import type { Translated } from '../../texts/define-texts.js';
import { formatDuration, formatSize } from '../../texts/format.js';
import type { Texts } from './texts.js';
import type { Trace } from './trace-queries.js';

/** What is shown of calls. */
export function makeTraceColumns(
  texts: Translated<Texts>,
  onOpen: (call: string) => void,
): readonly RecordColumn<Trace>[] {
  return [
    { id: 'when', header: texts.when, cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      id: 'status',
      header: texts.status,
      cell: ({ hasEnded, status }) =>
        hasEnded ? <CallStatus status={status} /> : <Status tone="note">{texts.running}</Status>,
    },
    {
      id: 'tool',
      header: texts.tool,
      cell: ({ callId, tool }) => (
        <UnstyledButton
          c="var(--mantine-color-anchor)"
          mih={24}
          onClick={() => onOpen(callId)}
          aria-label={texts.openCall(toPlain(tool))}
        >
          <Foreign text={tool} />
        </UnstyledButton>
      ),
    },
    {
      id: 'bot',
      header: texts.bot,
      cell: ({ botId }) => (
        <TextLink to="/bots/$bot/loadout" params={{ bot: botId }}>
          <Foreign text={botId} />
        </TextLink>
      ),
    },
    {
      id: 'duration',
      header: texts.duration,
      cell: ({ hasEnded, durationMs }) => (hasEnded ? formatDuration(durationMs) : '…'),
    },
    { id: 'size', header: texts.size, cell: ({ resultCharacters }) => formatSize(resultCharacters) },
    {
      id: 'turn',
      header: texts.turn,
      cell: ({ turnId, callId }) => (
        <TextLink to="/traces/turns/$turn" params={{ turn: turnId }} search={{ call: callId }} ff="monospace" size="sm">
          {turnId.slice(0, 8)}
        </TextLink>
      ),
    },
  ];
}
