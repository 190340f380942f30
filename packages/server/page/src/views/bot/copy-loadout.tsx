import { Button, Checkbox, Group, List, Modal, NativeSelect, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { botsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { QueryPanel } from '../../parts/query-panel.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { useLanguage } from '../../texts/language.js';
import { assignmentsQuery } from '../loadout/drawer/drawer-queries.js';
import { botToolsQuery } from './changes/bot-tools-query.js';
import { useLoadoutChanges } from './changes/use-loadout-changes.js';
import { type CopyPlan, planCopyOfLoadout } from './plan-copy.js';
import { botTexts } from './texts.js';

/** Makes a bot's loadout like another's; what changes is listed before. */
export function CopyLoadout({
  bot,
  botName,
  onClose,
}: {
  readonly bot: string;
  readonly botName: string;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botTexts);
  const { close } = useTexts(partTexts);
  const [source, setSource] = useState('');
  const bots = useQuery(botsQuery);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={toPlain(texts.copyTitle(botName))}
      closeButtonProps={{ 'aria-label': close }}
    >
      <QueryPanel query={bots} unread={texts.botsUnread}>
        {(all) => {
          const others = all.filter(({ id }) => id !== bot);
          if (others.length === 0) return <Text size="sm">{texts.noOtherBots}</Text>;
          return (
            <Stack>
              <NativeSelect
                data-autofocus
                label={texts.source}
                value={source}
                onChange={(event) => setSource(event.currentTarget.value)}
                data={[
                  { value: '', label: texts.chooseBot },
                  ...others.map(({ id, displayName }) => ({ value: id, label: `${toPlain(displayName)} (${id})` })),
                ]}
              />
              {source !== '' && <Plan key={source} source={source} {...{ bot, botName, onClose }} />}
            </Stack>
          );
        }}
      </QueryPanel>
    </Modal>
  );
}

function Plan({
  source,
  bot,
  botName,
  onClose,
}: {
  readonly source: string;
  readonly bot: string;
  readonly botName: string;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botTexts);
  const { cancel } = useTexts(partTexts);
  const { make } = useLoadoutChanges(bot, botName);
  const [withOverrides, setOverrides] = useState(true);
  const [withOff, setOff] = useState(false);
  const from = useQuery(assignmentsQuery(source));
  const to = useQuery(assignmentsQuery(bot));
  const tools = useQuery(botToolsQuery(bot, {}, useLanguage()));
  const { mutate, isPending, error } = useWrite({
    async mutationFn({ changes, tools: named }: CopyPlan) {
      const made = await make({ kind: 'copied', tools: named, changes });
      if (made.error !== undefined) throw made.error;
      const [refused] = made.refused;
      if (refused !== undefined) throw new Error(refused.message);
    },
    onSuccess: onClose,
  });
  return (
    <>
      <Checkbox
        label={texts.withOverrides}
        checked={withOverrides}
        onChange={(event) => setOverrides(event.currentTarget.checked)}
      />
      <Checkbox label={texts.withOff} checked={withOff} onChange={(event) => setOff(event.currentTarget.checked)} />
      <QueryPanel query={from} unread={texts.loadoutUnread}>
        {(theirs) => (
          <QueryPanel query={to} unread={texts.loadoutUnread}>
            {(own) => (
              <QueryPanel query={tools} unread={texts.loadoutUnread}>
                {({ rows }) => {
                  const plan = planCopyOfLoadout({ from: theirs, to: own, rows, withOverrides, withOff });
                  return (
                    <>
                      <PlanList plan={plan} />
                      {error !== null && <ProblemAlert title={texts.copyFailed} error={error} />}
                      <Group justify="flex-end">
                        <Button variant="default" onClick={onClose}>
                          {cancel}
                        </Button>
                        <Button loading={isPending} disabled={plan.changes.length === 0} onClick={() => mutate(plan)}>
                          {texts.copy}
                        </Button>
                      </Group>
                    </>
                  );
                }}
              </QueryPanel>
            )}
          </QueryPanel>
        )}
      </QueryPanel>
    </>
  );
}

function PlanList({ plan }: { readonly plan: CopyPlan }): React.ReactElement {
  const texts = useTexts(botTexts);
  const parts = [
    [texts.switchOn, plan.on],
    [texts.switchOff, plan.off],
    [texts.override, plan.overridden],
    [texts.leftOut, plan.leftOut],
  ] as const;
  if (plan.changes.length === 0 && plan.leftOut.length === 0) return <Text size="sm">{texts.same}</Text>;
  return (
    <ScrollArea.Autosize
      mah="45vh"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': texts.copyList }}
    >
      {parts.map(
        ([title, labels]) =>
          labels.length > 0 && (
            <div key={title(0)}>
              <Title order={3} size="sm" mt="xs">
                {title(labels.length)}
              </Title>
              <List size="sm">
                {labels.map((label) => (
                  <List.Item key={label}>
                    <Foreign text={label} />
                  </List.Item>
                ))}
              </List>
            </div>
          ),
      )}
    </ScrollArea.Autosize>
  );
}
