import { Button, Group, Text } from '@mantine/core';
import { nameEffect } from '../../parts/describe-effect.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { reasonTone, type WithheldCode } from '../../parts/reasons/reason-tone.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { Status } from '../../parts/status.js';
import { partTexts } from '../../parts/texts.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { formatDate } from '../../texts/format.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import classes from './grid.module.css';
import { Remedy } from './remedy.js';
import { useRowActions } from './row-actions.js';
import { loadoutTexts, type Texts } from './texts.js';

/**
 * How a tool stands: offered, or why not and what to do; what it can do, which is the same whether it is on or off; what others
 * did, and what went wrong. That it is off the switch says.
 */
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
  // It is told where nobody withholds it for that, too.
  const hasOtherDefinition = row.isChanged && own.every(({ code }) => code !== 'definition-changed');
  const notes = [
    nameEffect(row, useTexts(partTexts)),
    row.needsApproval && texts.needsApproval,
    !row.isAssigned && reason !== undefined && texts.wouldBeWithheld(reasons[reason.code]),
  ].filter(Boolean);
  return (
    <Group gap="2px 8px" wrap="wrap">
      <span id={id} className={classes.words}>
        {row.state !== 'off' &&
          (reason === undefined ? (
            <Status tone={row.state === 'offered' ? 'good' : 'warning'}>
              {row.state === 'offered' ? texts.offered : texts.withheld}
            </Status>
          ) : (
            <Status tone={reasonTone(reason.code)}>
              <Foreign text={describeReason(row, reason.code, { texts, reasons })} />
            </Status>
          ))}
        {row.isAssigned && more > 0 && (
          <Text span size="xs" c="dimmed">
            {texts.moreReasons(more)}
          </Text>
        )}
        {hasOtherDefinition && <Status tone="warning">{reasons['definition-changed']}</Status>}
        {notes.length > 0 && (
          <Text span size="xs" c="dimmed" className={classes.notes}>
            {notes.join(' · ')}
          </Text>
        )}
        {changedBy !== undefined && (
          <Text span size="xs" fw={600}>
            {changedBy === '' ? texts.changedByOthers : texts.changedBy(toPlain(changedBy))}
          </Text>
        )}
      </span>
      {row.isAssigned && reason !== undefined && <Remedy row={row} code={reason.code} tabIndex={tabIndex} />}
      {hasOtherDefinition && <Remedy row={row} code="definition-changed" tabIndex={tabIndex} />}
      {failure !== undefined && <Failure row={row} error={failure} tabIndex={tabIndex} />}
    </Group>
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
