import { Button, Checkbox, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useObservable } from '../../api/observable.js';
import { Foreign, ForeignName, toPlain } from '../../parts/foreign.js';
import { ButtonLink, TextLink } from '../../parts/links.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { dismissFailure, loadoutState } from '../bot/changes/loadout-state.js';
import type { NamedTool } from '../bot/changes/loadout-types.js';
import { useLoadoutChanges } from '../bot/changes/use-loadout-changes.js';
import type { BotOfTool } from './bot-rows.js';
import { type SwitchKind, showSwitched, switchOf } from './switch-bots.js';
import { toolTexts } from './texts.js';

/** A bot with the switch of one tool. */
export function BotRow({
  bot,
  tool,
  owner,
  isSelected,
  onSelect,
}: {
  readonly bot: BotOfTool;
  readonly tool: NamedTool;
  /** Whose tool it is at present; undefined: nobody lists it, so that it can only be removed. */
  readonly owner: string | undefined;
  readonly isSelected: boolean;
  /** Absent: whoever looks may not change bots. */
  readonly onSelect: ((isSelected: boolean) => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const stateId = useId();
  const queryClient = useQueryClient();
  const { make } = useLoadoutChanges(bot.id, bot.name);
  const { pending, failures } = useObservable(loadoutState(bot.id));
  const isPending = pending.has(tool.name);
  const isOn = pending.get(tool.name) ?? bot.isOn;
  const failure = failures.get(tool.name);
  const name = toPlain(bot.name);
  const run = async (kind: SwitchKind): Promise<void> => {
    const made = await make(switchOf(kind, tool));
    showSwitched(tool.name, bot, kind === 'on', made);
    await queryClient.invalidateQueries({ queryKey: ['tool', tool.name] });
  };
  return (
    <Paper withBorder p="sm" mb={8} {...(isSelected ? { bg: 'var(--loadout-note-tint)' } : {})}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {onSelect && (
          <Checkbox
            mt={2}
            checked={isSelected}
            aria-label={texts.selectBot(name)}
            onChange={(event) => onSelect(event.currentTarget.checked)}
          />
        )}
        {onSelect && owner !== undefined && (
          <Switch
            mt={2}
            checked={isOn}
            aria-label={`${name} ${bot.id}`}
            aria-describedby={stateId}
            aria-busy={isPending || undefined}
            onChange={(event) => void run(event.currentTarget.checked ? 'on' : 'off')}
          />
        )}
        <Group gap="xs" justify="space-between" flex={1} style={{ minWidth: 0 }}>
          <Stack gap={0} style={{ minWidth: 0 }}>
            <TextLink to="/bots/$bot/loadout" params={{ bot: bot.id }} search={{ tool: tool.name }} fw={600}>
              <Foreign text={bot.name} />
            </TextLink>
            <ForeignName name={bot.id} size="xs" />
          </Stack>
          <Group gap="xs">
            <Group gap="xs" id={stateId}>
              <State bot={bot} isOn={isOn} owner={owner} tool={tool} />
            </Group>
            {onSelect && owner === undefined && (
              <Button
                size="compact-sm"
                variant="default"
                loading={isPending}
                aria-label={texts.removeFrom(name)}
                onClick={() => void run('removed')}
              >
                {texts.remove}
              </Button>
            )}
          </Group>
          {failure !== undefined && <Failure error={failure} onDismiss={() => dismissFailure(bot.id, tool.name)} />}
        </Group>
      </Group>
    </Paper>
  );
}

function State({
  bot,
  isOn,
  owner,
  tool,
}: {
  readonly bot: BotOfTool;
  readonly isOn: boolean;
  readonly owner: string | undefined;
  readonly tool: NamedTool;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  if (!isOn) return <Status tone="quiet">{texts.off}</Status>;
  if (owner === undefined) return <Status tone="quiet">{texts.onButAbsent}</Status>;
  if (bot.owner === undefined || bot.owner === owner) return <Status tone="good">{texts.on}</Status>;
  return (
    <>
      <Status tone="warning">
        <Foreign text={texts.fromOwner(bot.owner)} />
      </Status>
      <ButtonLink
        to="/bots/$bot/loadout"
        params={{ bot: bot.id }}
        search={{ tool: tool.name }}
        size="compact-sm"
        variant="default"
        aria-label={texts.compareOwnerFor(toPlain(bot.name))}
      >
        {texts.compareOwner}
      </ButtonLink>
    </>
  );
}

function Failure({ error, onDismiss }: { readonly error: unknown; readonly onDismiss: () => void }) {
  const texts = useTexts(toolTexts);
  const text = useProblemText(error);
  return (
    <Group gap="xs" role="alert">
      <Status tone="bad">
        <Text span inherit>
          <Foreign text={texts.notSaved(text)} />
        </Text>
      </Status>
      <Button size="compact-xs" variant="default" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </Group>
  );
}
