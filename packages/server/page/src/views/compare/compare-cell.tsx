import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconCircleOff, IconCopy } from '@tabler/icons-react';
import { Foreign, toPlain } from '../../parts/foreign.js';
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

/** What a comparison is shown from, as a table or as a list. */
export interface ComparisonProps {
  readonly bots: readonly ComparedBot[];
  readonly tools: readonly ComparedTool[];
  /** Absent: whoever looks may not change bots. */
  readonly onCopy: ((wish: CopyWish) => void) | undefined;
}

/** How a bot has a tool, and what brings it to another. */
export function CompareCell({
  bot,
  tool,
  bots,
  onCopy,
}: { readonly bot: ComparedBot; readonly tool: ComparedTool } & Omit<ComparisonProps, 'tools'>): React.ReactElement {
  return (
    <Group gap="xs" justify="space-between">
      <Standing bot={bot} tool={tool} hasOwner={differInOwner(bots, tool)} />
      {onCopy && tool.isDifferent && (
        <CopyOne
          {...{ bot, tool }}
          targets={bots.filter(({ id }) => id !== bot.id)}
          onChoose={(to) => onCopy({ from: bot, to, tools: [tool] })}
        />
      )}
    </Group>
  );
}

/** Makes another bot as this one is, in all that is shown. */
export function CopyAll({
  bot,
  bots,
  tools,
  onCopy,
}: { readonly bot: ComparedBot } & ComparisonProps): React.ReactElement | null {
  const texts = useTexts(compareTexts);
  if (onCopy === undefined) return null;
  return (
    <CopyMenu
      label={texts.copyAll(toPlain(bot.name))}
      isWhole
      targets={bots.filter(({ id }) => id !== bot.id)}
      onChoose={(to) => onCopy({ from: bot, to, tools })}
    />
  );
}

/** Whose a tool is matters where it is not the same for all. */
function differInOwner(bots: readonly ComparedBot[], { name }: ComparedTool): boolean {
  return new Set(bots.flatMap(({ assignments }) => assignments.get(name)?.owner ?? [])).size > 1;
}

function Standing({
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
