import { Spoiler, Stack, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { useTexts } from '../../texts/define-texts.js';
import { type Difference, listDifferences } from './list-differences.js';
import { auditTexts } from './texts.js';

/** Three lines, whole ones: what is longer opens. */
const foldedPx = 63;

/** What was there and what is there now: each field that differs. */
export function ChangedValue({
  before,
  after,
}: {
  readonly before: unknown;
  readonly after: unknown;
}): React.ReactElement | null {
  const texts = useTexts(auditTexts);
  const differences = listDifferences(before, after);
  if (differences.length === 0) return null;
  return (
    <Spoiler maxHeight={foldedPx} showLabel={texts.showAll} hideLabel={texts.showLess} maw={420} fz="sm">
      <Stack gap={0}>
        {differences.map((difference) => (
          <Text key={difference.field ?? ''} size="sm" lh="21px" style={{ overflowWrap: 'anywhere' }}>
            {difference.field !== undefined && (
              <Text span c="dimmed">
                <Foreign text={difference.field} />
                {': '}
              </Text>
            )}
            <Foreign text={say(difference, texts.nothing)} />
          </Text>
        ))}
      </Stack>
    </Spoiler>
  );
}

/** What is new has nothing before it that has to be said. */
function say({ before, after }: Difference, nothing: string): string {
  return before === undefined ? (after ?? nothing) : `${before} → ${after ?? nothing}`;
}
