import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { botsQuery } from '../../api/queries.js';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { toolTexts } from './texts.js';
import type { ToolDescription } from './tool-types.js';

const shownAtFirst = 12;

/** Which bots have a tool. */
export function UsedBy({ description: { name, bots } }: { readonly description: ToolDescription }): React.ReactElement {
  const texts = useTexts(toolTexts);
  const { data: all = [] } = useQuery(botsQuery);
  const names = new Map(all.map(({ id, displayName }) => [id, displayName]));
  return (
    <Stack gap="xs" align="flex-start">
      {bots.length === 0 ? (
        <Text c="dimmed">{texts.noBots}</Text>
      ) : (
        <Group component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {bots.slice(0, shownAtFirst).map(({ bot }) => (
            <li key={bot}>
              <TextLink to="/bots/$bot/loadout" params={{ bot }} search={{ tool: name }}>
                <Foreign text={names.get(bot) ?? bot} />
              </TextLink>
            </li>
          ))}
        </Group>
      )}
      <TextLink to="/tools/$tool/bots" params={{ tool: name }} size="sm">
        {texts.allBots}
      </TextLink>
    </Stack>
  );
}
