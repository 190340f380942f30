import { Button, Group, Text } from '@mantine/core';
import { IconCircleOff } from '@tabler/icons-react';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { reasonTone, type WithheldCode } from '../../parts/reasons/reason-tone.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { Status } from '../../parts/status.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { formatDate } from '../../texts/format.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { Remedy } from './remedy.js';
import { useRowActions } from './row-actions.js';
import { loadoutTexts, type Texts } from './texts.js';

/** How a tool stands: offered, or why not and what to do, or off; with what others did and what went wrong. */
export function RowState({
  row,
  id,
  tabIndex,
  failure,
  changedBy,
}: {
  readonly row: ToolRow;
  /** Of the words that the switch is described by. */
  readonly id: string;
  readonly tabIndex: number;
  readonly failure: unknown;
  /** Who else changed it just now; empty: nobody knows who. */
  readonly changedBy: string | undefined;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const reasons = useTexts(reasonTexts);
  // That all tools are off is said once, above.
  const own = row.reasons.filter(({ code }) => code !== 'tools-off');
  const [reason] = own;
  const more = own.length - 1;
  return (
    <Group gap="xs" wrap="wrap">
      <span id={id}>
        {row.state === 'off' ? (
          <OffState row={row} reason={reason && reasons[reason.code]} texts={texts} />
        ) : reason === undefined ? (
          <Status tone={row.state === 'offered' ? 'good' : 'quiet'}>
            {row.state === 'offered' ? texts.offered : texts.withheld}
          </Status>
        ) : (
          <Status tone={reasonTone(reason.code)}>
            <Foreign text={describeReason(row, reason.code, { texts, reasons })} />
          </Status>
        )}
        {row.isAssigned && more > 0 && (
          <Text span size="xs" c="dimmed" ms={6}>
            {texts.moreReasons(more)}
          </Text>
        )}
        {changedBy !== undefined && (
          <Text span size="xs" ms={6} fw={600}>
            {changedBy === '' ? texts.changedByOthers : texts.changedBy(toPlain(changedBy))}
          </Text>
        )}
      </span>
      {row.isAssigned && reason !== undefined && <Remedy row={row} code={reason.code} tabIndex={tabIndex} />}
      {failure !== undefined && <Failure row={row} error={failure} tabIndex={tabIndex} />}
    </Group>
  );
}

function OffState({
  row,
  reason,
  texts,
}: {
  readonly row: ToolRow;
  readonly reason: string | undefined;
  readonly texts: Translated<Texts>;
}): React.ReactElement {
  const notes = [row.changesData && texts.changesData, row.needsApproval && texts.needsApproval].filter(Boolean);
  return (
    <>
      <Status tone="quiet" icon={IconCircleOff}>
        {texts.off}
      </Status>
      <Text span size="xs" c="dimmed" ms={6}>
        {[...notes, reason && texts.wouldBeWithheld(reason)].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** What was not saved, where it was tried. */
function Failure({
  row,
  error,
  tabIndex,
}: {
  readonly row: ToolRow;
  readonly error: unknown;
  readonly tabIndex: number;
}): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const { dismissFailure } = useRowActions();
  const text = useProblemText(error);
  return (
    <Group gap={6} role="alert">
      <Status tone="bad">
        <Foreign text={texts.notSaved(text)} />
      </Status>
      <Button size="compact-xs" variant="default" tabIndex={tabIndex} onClick={() => dismissFailure(row.name)}>
        {texts.dismiss}
      </Button>
    </Group>
  );
}

/** A reason in a few words, with what it names. */
export function describeReason(
  row: ToolRow,
  code: WithheldCode,
  { texts, reasons }: { readonly texts: Translated<Texts>; readonly reasons: Readonly<Record<WithheldCode, string>> },
): string {
  const [setting] = row.missingSettings;
  if (code === 'not-configured' && setting !== undefined) return texts.enterSetting(setting.title);
  if (code === 'absent' && row.listedAt !== null) return texts.absentSince(formatDate(row.listedAt));
  return reasons[code];
}
