import { Group, Text, UnstyledButton } from '@mantine/core';
import { CallStatus } from '../../parts/call-status.js';
import { callTexts } from '../../parts/call-texts.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDuration } from '../../texts/format.js';
import type { Span, TimelineRow } from './arrange-timeline.js';
import { turnTexts } from './texts.js';
import styles from './turn-view.module.css';

const tones = { SUCCESS: 'good', ERROR: 'bad', BLOCKED: 'warning', CANCELLED: 'quiet' } as const;

/** What happened in a turn, in order: for each call and request a line, with its bar in it. */
export function Timeline({
  rows,
  chosen,
  onChoose,
}: {
  readonly rows: readonly TimelineRow[];
  /** The id of the call whose details are shown. */
  readonly chosen: string | undefined;
  readonly onChoose: (call: string) => void;
}): React.ReactElement {
  const texts = useTexts(turnTexts);
  return (
    <ol aria-label={texts.timeline} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <li key={row.key}>
          {row.kind === 'call' ? (
            <CallRow row={row} isChosen={row.call.callId === chosen} onChoose={() => onChoose(row.call.callId)} />
          ) : (
            <RequestRow row={row} />
          )}
        </li>
      ))}
    </ol>
  );
}

function CallRow({
  row: { call, afterMs, waiting, running },
  isChosen,
  onChoose,
}: {
  readonly row: Extract<TimelineRow, { kind: 'call' }>;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): React.ReactElement {
  const texts = useTexts(turnTexts);
  const words = useTexts(callTexts);
  const { order, tool, status, hasEnded, durationMs, waitedMs } = call;
  const duration = hasEnded ? formatDuration(durationMs) : texts.running;
  const name = texts.call(
    order,
    toPlain(tool),
    hasEnded ? words[status] : texts.running,
    duration,
    formatDuration(afterMs),
  );
  return (
    <UnstyledButton className={styles.row} aria-current={isChosen} onClick={onChoose} id={`call-${order}`}>
      <span className="visually-hidden">
        {waitedMs === undefined ? name : `${name}, ${texts.waited(formatDuration(waitedMs))}`}
      </span>
      <Group gap="xs" wrap="nowrap" aria-hidden>
        <Text size="sm" span>
          {order} <Foreign text={tool} />
        </Text>
        {hasEnded && <CallStatus status={status} />}
      </Group>
      <span className={styles.track} aria-hidden>
        {waiting && <Bar span={waiting} className={styles.waiting} />}
        <Bar span={running} color={`var(--loadout-${tones[status]}-text)`} />
      </span>
      <Text size="sm" span ta="end" aria-hidden>
        {duration}
      </Text>
    </UnstyledButton>
  );
}

function RequestRow({ row }: { readonly row: Extract<TimelineRow, { kind: 'request' }> }): React.ReactElement {
  const texts = useTexts(turnTexts);
  const { number, durationMs, afterMs, running } = row;
  return (
    <div className={`${styles.row} ${styles.request}`}>
      <Text size="xs" span>
        <span aria-hidden>{texts.requestShort(number)}</span>
        <span className="visually-hidden">
          {texts.request(number, formatDuration(durationMs), formatDuration(afterMs))}
        </span>
      </Text>
      <span className={styles.track} aria-hidden>
        <Bar span={running} />
      </span>
      <Text size="xs" span ta="end" aria-hidden>
        {formatDuration(durationMs)}
      </Text>
    </div>
  );
}

function Bar({
  span: { start, length },
  className = '',
  color,
}: {
  readonly span: Span;
  readonly className?: string | undefined;
  readonly color?: string;
}): React.ReactElement {
  return (
    <span
      className={`${styles.bar} ${className}`}
      style={{
        // The last one has its three pixels too.
        insetInlineStart: `min(${start * 100}%, calc(100% - 3px))`,
        width: `${length * 100}%`,
        ...(color === undefined ? {} : { background: color }),
      }}
    />
  );
}
