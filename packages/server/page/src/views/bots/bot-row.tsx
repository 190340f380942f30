import { ActionIcon, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import type { BotTask } from './bot-dialogs.js';
import { type Bot, summaryQuery } from './bot-queries.js';
import { botsTexts } from './texts.js';

/** One bot: its name, how many of its tools are offered, when it last ran. */
export function BotRow({
  bot,
  onTask,
}: {
  readonly bot: Bot;
  /** Absent: whoever looks may not change bots. */
  readonly onTask: ((kind: BotTask['kind']) => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  const { id, displayName } = bot;
  const { data } = useQuery(summaryQuery(id));
  return (
    <Paper withBorder p="sm" mb={8}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Group gap="md" style={{ minWidth: 0, flex: 1 }}>
          <Stack gap={0} style={{ minWidth: 0, flex: '1 1 200px' }}>
            <TextLink to="/bots/$bot/loadout" params={{ bot: id }} fw={600}>
              <Foreign text={displayName} />
            </TextLink>
            <ForeignName name={id} />
          </Stack>
          <div style={{ minWidth: 150 }}>{data && <Offered counts={data.counts} />}</div>
          <Text size="sm" c="dimmed" component="div" style={{ minWidth: 180 }}>
            {data && <LastTurn at={data.lastTurnAt} />}
          </Text>
        </Group>
        {onTask && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.actions(toPlain(displayName))}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onTask('rename')}>
                {texts.rename}
              </Menu.Item>
              <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => onTask('copy')}>
                {texts.copy}
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onTask('remove')}>
                {texts.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Paper>
  );
}

function Offered({
  counts: { on, offered },
}: {
  readonly counts: { readonly on: number; readonly offered: number };
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  if (on === 0) return <Status tone="quiet">{texts.noTools}</Status>;
  return <Status tone={offered === on ? 'good' : 'warning'}>{texts.offered(offered, on)}</Status>;
}

function LastTurn({ at }: { readonly at: string | null }): React.ReactElement {
  const texts = useTexts(botsTexts);
  if (at === null) return <>{texts.noTurn}</>;
  return (
    <>
      {texts.lastTurn} <Time at={at} />
    </>
  );
}
