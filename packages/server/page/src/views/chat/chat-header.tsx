import type { ApiSchemas } from '@loadout/server/client';
import { Group, Select, Text } from '@mantine/core';
import { Foreign, toPlain } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { chatTexts } from './texts.js';

/** With which bot, as which component, and with which model. */
export function ChatHeader({
  bots,
  bot,
  model: { api, model, provider, confidence },
  onChoose,
}: {
  readonly bots: readonly ApiSchemas['Bot'][];
  readonly bot: string;
  readonly model: ApiSchemas['ChatModel'];
  readonly onChoose: (bot: string) => void;
}): React.ReactElement {
  const texts = useTexts(chatTexts);
  return (
    <Group align="flex-end" gap="md">
      <Select
        label={texts.bot}
        data={bots.map(({ id, displayName }) => ({ value: id, label: toPlain(`${displayName} (${id})`) }))}
        value={bot}
        onChange={(next) => next !== null && next !== bot && onChoose(next)}
        allowDeselect={false}
        searchable
        limit={200}
        miw={220}
      />
      <Group gap="xs" pb={6}>
        <Text size="sm">
          {texts.component} chat · {texts.model} <Foreign text={model} /> · <Foreign text={provider} /> · {texts.level}{' '}
          {confidence}
        </Text>
        <TextLink to="/bots/$bot/preview" params={{ bot }} search={{ api, confidence }} size="sm">
          {texts.preview}
        </TextLink>
      </Group>
    </Group>
  );
}
