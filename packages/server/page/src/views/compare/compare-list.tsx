import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { CompareCell, type ComparisonProps, CopyAll } from './compare-cell.js';
import { compareTexts } from './texts.js';

/** The comparison where there is no room for columns: each tool with a line for each bot. */
export function CompareList({ bots, tools, onCopy }: ComparisonProps): React.ReactElement {
  const texts = useTexts(compareTexts);
  return (
    <Stack gap="md">
      <Stack gap="xs">
        {bots.map((bot) => (
          <Group key={bot.id} gap="xs" justify="space-between">
            <TextLink to="/bots/$bot/loadout" params={{ bot: bot.id }}>
              <Foreign text={bot.name} />
            </TextLink>
            <CopyAll {...{ bot, bots, tools, onCopy }} />
          </Group>
        ))}
      </Stack>
      <Stack component="ul" gap="sm" p={0} m={0} aria-label={texts.tableLabel} style={{ listStyle: 'none' }}>
        {tools.map((tool) => (
          <Card key={tool.name} component="li" withBorder padding="sm">
            <Title order={2} size="h4">
              <Foreign text={tool.label} />
            </Title>
            {tool.label !== tool.name && <ForeignName name={tool.name} />}
            <Stack gap="xs" mt="xs">
              {bots.map((bot) => (
                <div key={bot.id}>
                  <Text size="xs" c="dimmed">
                    <Foreign text={bot.name} />
                  </Text>
                  <CompareCell {...{ bot, tool, bots, onCopy }} />
                </div>
              ))}
            </Stack>
          </Card>
        ))}
      </Stack>
    </Stack>
  );
}
