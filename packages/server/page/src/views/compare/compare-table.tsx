import { ActionIcon, Button, Group, Menu, Stack, Table, Text } from '@mantine/core';
import { IconCircleOff, IconCopy } from '@tabler/icons-react';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import type { ComparedBot, ComparedTool } from './compare-loadouts.js';
import { compareTexts } from './texts.js';

/** Which tools go from which bot to which. */
export interface CopyWish {
  readonly from: ComparedBot;
  readonly to: ComparedBot;
  readonly tools: readonly ComparedTool[];
}

/** A row for each tool, a column for each bot. */
export function CompareTable({
  bots,
  tools,
  onCopy,
}: {
  readonly bots: readonly ComparedBot[];
  readonly tools: readonly ComparedTool[];
  /** Absent: whoever looks may not change bots. */
  readonly onCopy: ((wish: CopyWish) => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(compareTexts);
  return (
    <Table.ScrollContainer minWidth={bots.length * 180} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={texts.tableLabel} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.tool}</Table.Th>
            {bots.map((bot) => (
              <Table.Th key={bot.id}>
                <Stack gap={4} align="flex-start">
                  <TextLink to="/bots/$bot/loadout" params={{ bot: bot.id }}>
                    <Foreign text={bot.name} />
                  </TextLink>
                  {onCopy && (
                    <CopyMenu
                      label={texts.copyAll(toPlain(bot.name))}
                      isWhole
                      targets={bots.filter(({ id }) => id !== bot.id)}
                      onChoose={(to) => onCopy({ from: bot, to, tools })}
                    />
                  )}
                </Stack>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tools.map((tool) => (
            <Table.Tr key={tool.name}>
              <Table.Th scope="row" fw={400}>
                <Text size="sm">
                  <Foreign text={tool.label} />
                </Text>
                <ForeignName name={tool.name} />
              </Table.Th>
              {bots.map((bot) => (
                <Table.Td key={bot.id}>
                  <Group gap="xs" justify="space-between" wrap="nowrap">
                    <Cell bot={bot} tool={tool} hasOwner={differInOwner(bots, tool)} />
                    {onCopy && tool.isDifferent && (
                      <CopyOne
                        {...{ bot, tool }}
                        targets={bots.filter(({ id }) => id !== bot.id)}
                        onChoose={(to) => onCopy({ from: bot, to, tools: [tool] })}
                      />
                    )}
                  </Group>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Whose a tool is matters where it is not the same for all. */
function differInOwner(bots: readonly ComparedBot[], { name }: ComparedTool): boolean {
  return new Set(bots.flatMap(({ assignments }) => assignments.get(name)?.owner ?? [])).size > 1;
}

function Cell({
  bot,
  tool,
  hasOwner,
}: {
  readonly bot: ComparedBot;
  readonly tool: ComparedTool;
  readonly hasOwner: boolean;
}): React.ReactElement {
  const texts = useTexts(compareTexts);
  const assignment = bot.assignments.get(tool.name);
  if (assignment === undefined)
    return (
      <Status tone="quiet" icon={IconCircleOff}>
        {texts.off}
      </Status>
    );
  return (
    <Stack gap={2} align="flex-start">
      <Status tone="good">{texts.on}</Status>
      {assignment.settingsOverride !== null && <Text size="xs">{texts.ownSettings}</Text>}
      {hasOwner && (
        <Text size="xs" c="dimmed">
          <Foreign text={texts.otherOwner(assignment.owner)} />
        </Text>
      )}
    </Stack>
  );
}

/** Says what becomes of the other bot; with several, which one is chosen first. */
function CopyOne({
  bot,
  tool,
  targets,
  onChoose,
}: {
  readonly bot: ComparedBot;
  readonly tool: ComparedTool;
  readonly targets: readonly ComparedBot[];
  readonly onChoose: (to: ComparedBot) => void;
}): React.ReactElement {
  const texts = useTexts(compareTexts);
  const label = toPlain(tool.label);
  const [only, ...others] = targets;
  if (only === undefined || others.length > 0) {
    return <CopyMenu label={texts.copy(label, toPlain(bot.name))} targets={targets} onChoose={onChoose} />;
  }
  const name = toPlain(only.name);
  const action = bot.assignments.has(tool.name) ? texts.copyTo(name) : texts.switchOffFor(name);
  return (
    <Button size="compact-xs" variant="default" aria-label={texts.ofTool(action, label)} onClick={() => onChoose(only)}>
      {action}
    </Button>
  );
}

function CopyMenu({
  label,
  isWhole = false,
  targets,
  onChoose,
}: {
  readonly label: string;
  readonly isWhole?: boolean;
  readonly targets: readonly ComparedBot[];
  readonly onChoose: (to: ComparedBot) => void;
}): React.ReactElement {
  const texts = useTexts(compareTexts);
  return (
    <Menu>
      <Menu.Target>
        {isWhole ? (
          <Button size="compact-xs" variant="default" aria-label={label}>
            {texts.copyAllShort}
          </Button>
        ) : (
          <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} title={label}>
            <IconCopy size={16} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map((to) => (
          <Menu.Item key={to.id} onClick={() => onChoose(to)}>
            <Foreign text={texts.copyTo(to.name)} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
