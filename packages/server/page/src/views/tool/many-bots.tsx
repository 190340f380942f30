import { ActionBar, Alert, Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import type { NamedTool } from '../bot/changes/loadout-types.js';
import type { BotOfTool } from './bot-rows.js';
import type { SwitchedBots } from './switch-bots.js';
import { toolTexts } from './texts.js';
import type { ManyBots } from './use-many-bots.js';

/** At the foot of the page: what to do with the bots that are selected. */
export function ManyBotsBar({
  many,
  chosen,
  isAbsent,
  onClear,
}: {
  readonly many: ManyBots;
  readonly chosen: readonly BotOfTool[];
  readonly isAbsent: boolean;
  readonly onClear: () => void;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const button = { size: 'compact-sm', variant: 'default', disabled: many.isBusy } as const;
  return (
    <ActionBar
      opened={chosen.length > 0}
      onClose={onClear}
      aria-label={texts.manyBar}
      // Messages with a way back are at the other end.
      position={{ bottom: 16, left: isNarrow ? 8 : 216 }}
      zIndex={150}
      transitionProps={{ duration: 0 }}
      maw={isNarrow ? 'calc(100vw - 16px)' : 'calc(100vw - 680px)'}
    >
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {texts.selected(chosen.length)}
        </Text>
        {isAbsent ? (
          <Button {...button} loading={many.isBusy} onClick={() => many.start('removed', chosen)}>
            {texts.remove}
          </Button>
        ) : (
          <>
            <Button {...button} loading={many.isBusy} onClick={() => many.start('on', chosen)}>
              {texts.switchOn}
            </Button>
            <Button {...button} onClick={() => many.start('off', chosen)}>
              {texts.switchOff}
            </Button>
          </>
        )}
        <ActionBar.CloseButton aria-label={texts.clearSelection} />
      </Group>
    </ActionBar>
  );
}

/** Lists by name the bots that are about to be changed. */
export function ManyBotsDialog({
  many: { question, confirm, cancel },
  tool,
  changesData,
}: {
  readonly many: ManyBots;
  readonly tool: NamedTool;
  readonly changesData: boolean;
}): React.ReactElement | null {
  const texts = useTexts(toolTexts);
  const parts = useTexts(partTexts);
  if (question === undefined) return null;
  const { kind, bots } = question;
  const label = toPlain(tool.label);
  const [title, action] = {
    on: [texts.titleOn(label, bots.length), texts.actionOn(bots.length)] as const,
    off: [texts.titleOff(label, bots.length), texts.actionOff(bots.length)] as const,
    removed: [texts.titleRemove(label, bots.length), texts.actionRemove(bots.length)] as const,
  }[kind];
  return (
    <Modal opened onClose={cancel} title={title} size="lg" closeButtonProps={{ 'aria-label': parts.close }}>
      <Stack>
        <Text size="sm">
          {changesData && kind === 'on' && `${texts.canChangeData} `}
          {texts.undoHint}
        </Text>
        <ScrollArea.Autosize
          mah="50vh"
          type="auto"
          viewportProps={{ tabIndex: 0, 'aria-label': texts.botsLabel, role: 'region' }}
        >
          <List size="sm" spacing={4}>
            {bots.map((bot) => (
              <List.Item key={bot.id}>
                <Foreign text={bot.name} /> <ForeignName name={bot.id} />
              </List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {parts.cancel}
          </Button>
          <Button data-autofocus onClick={confirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Says for how many bots the tool was switched, and for which not and why; it takes the focus. */
export function ManyBotsResult({
  result,
  onUndo,
  onDismiss,
}: {
  readonly result: SwitchedBots;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { undo, close } = useTexts(partTexts);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const { kind, done, failed } = result;
  const sentence = { on: texts.resultOn, off: texts.resultOff, removed: texts.resultRemoved }[kind];
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      role="status"
      variant="default"
      mb="md"
      title={sentence(done.length, failed.length)}
      withCloseButton
      closeButtonLabel={close}
      onClose={onDismiss}
    >
      <Stack gap="xs" align="flex-start">
        {failed.length > 0 && (
          <List size="sm">
            {failed.map(({ bot, error }) => (
              <List.Item key={bot.id}>
                <Foreign text={bot.name} />: <Reason error={error} />
              </List.Item>
            ))}
          </List>
        )}
        {done.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={onUndo}>
            {undo}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Reason({ error }: { readonly error: unknown }): React.ReactElement {
  return <Foreign text={useProblemText(error)} />;
}
