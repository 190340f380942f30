import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatTokens } from '../../texts/format.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { previewTexts } from './texts.js';

const shownAtFirst = 20;

/** What each offered tool takes of a request, the largest first. */
export function TokenTable({
  rows,
  total,
}: {
  readonly rows: readonly ToolRow[];
  readonly total: number;
}): React.ReactElement {
  const texts = useTexts(previewTexts);
  const [isWhole, setWhole] = useState(false);
  const sorted = rows.toSorted((one, other) => other.tokens - one.tokens);
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="tokens">
      <Title order={2} size="h3" id="tokens" mb={4}>
        {texts.tokens(formatTokens(total))}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.tokensHint}
      </Text>
      <Stack gap="xs" align="flex-start">
        <Table aria-label={texts.tokensLabel} withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.tool}</Table.Th>
              <Table.Th ta="end">{texts.tokensColumn}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ name, label, tokens }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  <TextLink to="/tools/$tool" params={{ tool: name }} size="sm">
                    <Foreign text={label} />
                  </TextLink>{' '}
                  <ForeignName name={name} size="xs" />
                </Table.Th>
                <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {formatTokens(tokens)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {shown.length < sorted.length && (
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            {texts.showAll(sorted.length)}
          </Button>
        )}
      </Stack>
    </section>
  );
}
