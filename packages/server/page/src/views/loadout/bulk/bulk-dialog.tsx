import { Button, Group, List, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { nameEffect } from '../../../parts/describe-effect.js';
import { Foreign, ForeignName, toPlain } from '../../../parts/foreign.js';
import { partTexts } from '../../../parts/texts.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { BulkPlan } from './plan-bulk.js';
import { bulkTexts } from './texts.js';

/** Lists by name what is about to be changed. */
export function BulkDialog({
  plan,
  botName,
  onConfirm,
  onClose,
}: {
  readonly plan: BulkPlan;
  readonly botName: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(bulkTexts);
  const words = useTexts(partTexts);
  const count = plan.rows.length;
  const bot = toPlain(botName);
  const dangerous = plan.rows.filter(({ changesData }) => changesData).length;
  const [title, action] = {
    on: [texts.titleOn(count, bot), texts.actionOn(count)] as const,
    off: [texts.titleOff(count, bot), texts.actionOff(count)] as const,
    clear: [texts.titleClear(count, bot), texts.actionClear(count)] as const,
  }[plan.kind];
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': words.close }}>
      <Stack>
        <Text size="sm">
          {dangerous > 0 && `${texts.changeData(dangerous)} `}
          {texts.undoHint}
        </Text>
        <ScrollArea.Autosize
          mah="50vh"
          type="auto"
          viewportProps={{ tabIndex: 0, 'aria-label': texts.listLabel, role: 'region' }}
        >
          <List size="sm" spacing={4}>
            {plan.rows.map((row) => (
              <List.Item key={row.name}>
                <Foreign text={row.label} /> {row.label !== row.name && <ForeignName name={row.name} />}
                {row.changesData && (
                  <Text span size="sm" fw={600}>
                    {` · ${nameEffect(row, words)}`}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button data-autofocus onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
