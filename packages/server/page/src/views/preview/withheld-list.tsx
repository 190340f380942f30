import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useObservable } from '../../api/observable.js';
import { Foreign, ForeignName } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { reasonTone } from '../../parts/reasons/reason-tone.js';
import { reasonTexts } from '../../parts/reasons/texts.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { loadoutState } from '../bot/changes/loadout-state.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { Remedy } from '../loadout/remedy.js';
import { useRowActions } from '../loadout/row-actions.js';
import { describeReason } from '../loadout/row-state.js';
import { loadoutTexts } from '../loadout/texts.js';
import { previewTexts } from './texts.js';

/** What the bot has and the model does not get: every reason, each with what helps. */
export function WithheldList({ rows }: { readonly rows: readonly ToolRow[] }): React.ReactElement {
  const texts = useTexts(previewTexts);
  return (
    <section aria-labelledby="withheld">
      <Title order={2} size="h3" id="withheld" mb="xs">
        {texts.withheld(rows.length)}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.nothingWithheld}
        </Text>
      ) : (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {rows.map((row) => (
            <WithheldTool key={row.name} row={row} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function WithheldTool({ row }: { readonly row: ToolRow }): React.ReactElement {
  const texts = useTexts(loadoutTexts);
  const own = useTexts(previewTexts);
  const reasons = useTexts(reasonTexts);
  const { bot } = useRowActions();
  const failure = useObservable(loadoutState(bot)).failures.get(row.name);
  return (
    <Box component="li">
      <Group gap={6}>
        <TextLink to="/tools/$tool" params={{ tool: row.name }} size="sm" fw={600}>
          <Foreign text={row.label} />
        </TextLink>
        <ForeignName name={row.name} size="xs" />
      </Group>
      {row.reasons.map(({ code }) => (
        <Group key={code} gap="xs" mt={4}>
          <Status tone={reasonTone(code)}>
            <Foreign text={describeReason(row, code, { texts, reasons })} />
          </Status>
          <Remedy row={row} code={code} />
        </Group>
      ))}
      {failure !== undefined && <ProblemAlert title={own.notRemoved} error={failure} />}
    </Box>
  );
}
