import { Button, Group, List, Modal, ScrollArea, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Foreign, ForeignName } from '../../../parts/foreign.js';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { NamedTool } from '../../bot/changes/loadout-types.js';
import type { Made } from '../../bot/changes/make-changes.js';
import { problemText } from '../../bot/changes/problem-text.js';
import type { DoneEntry } from '../../bot/changes/undo-book.js';
import type { BulkKind, LeftOutCause } from './plan-bulk.js';
import { bulkTexts } from './texts.js';

/** What was done with many tools. */
export interface BulkDone {
  readonly kind: BulkKind;
  readonly made: Made;
  readonly tools: readonly NamedTool[];
  readonly leftOut: readonly { readonly row: NamedTool; readonly cause: LeftOutCause }[];
}

/** Says how many were changed and how many not, with each reason; it takes the focus. */
export function BulkResult({
  done,
  withheld,
  onShowWithheld,
  onUndo,
}: {
  readonly done: BulkDone;
  /** How many of those that were switched on are withheld. */
  readonly withheld: number;
  readonly onShowWithheld: () => void;
  readonly onUndo: (entry: DoneEntry) => void;
}): React.ReactElement {
  const texts = useTexts(bulkTexts);
  const parts = useTexts(partTexts);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const labels = new Map(done.tools.map(({ name, label }) => [name, label]));
  const changed = new Set(done.made.entry?.tools.map(({ name }) => name));
  const refusals = new Map(done.made.refused.map(({ change, message }) => [change.tool, message]));
  const stopped = done.made.error === undefined ? undefined : problemText(done.made.error, parts);
  const not = [
    ...done.leftOut.map(({ row, cause }) => ({ ...row, why: texts[cause] })),
    ...[...labels].flatMap(([name, label]) =>
      changed.has(name) ? [] : [{ name, label, why: refusals.get(name) ?? stopped ?? texts.already }],
    ),
  ];
  const sentence = {
    on: texts.resultOn,
    off: texts.resultOff,
    clear: texts.resultClear,
  }[done.kind](changed.size, not.length);
  const { entry } = done.made;
  return (
    <>
      <div ref={place} tabIndex={-1} role="status">
        <Text size="sm" fw={600}>
          {sentence}
        </Text>
        {withheld > 0 && <Text size="sm">{texts.resultWithheld(withheld)}</Text>}
      </div>
      <Group gap="xs">
        {not.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {texts.whyNot}
          </Button>
        )}
        {withheld > 0 && (
          <Button size="compact-sm" variant="default" onClick={onShowWithheld}>
            {texts.showWithheld}
          </Button>
        )}
        {entry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => onUndo(entry)}>
            {parts.undo}
          </Button>
        )}
      </Group>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.notTitle}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <ScrollArea.Autosize mah="60vh" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': texts.notTitle }}>
          <List size="sm" spacing={4}>
            {not.map(({ name, label, why }) => (
              <List.Item key={name}>
                <Foreign text={label} /> <ForeignName name={name} />: <Foreign text={why} />
              </List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
      </Modal>
    </>
  );
}
