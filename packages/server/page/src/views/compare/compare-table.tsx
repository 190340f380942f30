import { Stack, Table, Text } from '@mantine/core';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { CompareCell, type ComparisonProps, CopyAll } from './compare-cell.js';
import { compareTexts } from './texts.js';

/** A row for each tool, a column for each bot. */
export function CompareTable({ bots, tools, onCopy }: ComparisonProps): React.ReactElement {
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
                  <CopyAll {...{ bot, bots, tools, onCopy }} />
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
                {tool.label !== tool.name && <ForeignName name={tool.name} />}
              </Table.Th>
              {bots.map((bot) => (
                <Table.Td key={bot.id}>
                  <CompareCell {...{ bot, tool, bots, onCopy }} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
