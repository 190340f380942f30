import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { Foreign } from '../../parts/foreign.js';
import { ButtonLink } from '../../parts/links.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatDate } from '../../texts/format.js';
import type { ToolRow } from '../bot/changes/loadout-types.js';
import { describeLeftOut } from '../findings/describe-left-out.js';
import { findingTexts } from '../findings/texts.js';
import { companionOf } from './companion-of.js';
import { toolTexts } from './texts.js';
import type { ToolDescription } from './tool-types.js';

/** Says that no bot can get the tool at present, why, and who still has it. */
export function MissingTool({
  description: { leftOut, bots },
  lastSeen,
}: {
  readonly description: ToolDescription;
  readonly lastSeen: ToolRow | undefined;
}): React.ReactElement {
  const texts = useTexts(toolTexts);
  const sentences = useTexts(findingTexts);
  const hasFault = leftOut.length > 0;
  const tone = hasFault ? 'bad' : 'quiet';
  const listedAt = lastSeen?.listedAt;
  return (
    <Alert
      mb="md"
      title={hasFault ? texts.faultTitle : texts.absentTitle}
      icon={hasFault ? <IconCircleX aria-hidden /> : <IconCircleDashed aria-hidden />}
      styles={{
        root: { background: `var(--loadout-${tone}-tint)` },
        title: { color: `var(--loadout-${tone}-text)` },
        icon: { color: `var(--loadout-${tone}-text)` },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      <Stack gap="xs" align="flex-start">
        {leftOut.map((one) => (
          <Text size="sm" key={`${one.owner} ${one.status} ${one.reason}`}>
            <Foreign text={describeLeftOut(one, sentences)} />
          </Text>
        ))}
        {!hasFault && (
          <Text size="sm">
            {listedAt === null || listedAt === undefined ? texts.absent : texts.absentSince(formatDate(listedAt))}
          </Text>
        )}
        {bots.length > 0 && <Text size="sm">{texts.stillUsed(bots.length)}</Text>}
        <Group gap="xs">
          {hasFault && (
            <ButtonLink to="/providers/problems" size="xs" variant="default">
              {texts.seeFault}
            </ButtonLink>
          )}
          {lastSeen !== undefined && lastSeen.owner !== 'builtin' && (
            <ButtonLink
              to="/providers/$provider"
              params={{ provider: companionOf(lastSeen.owner) }}
              size="xs"
              variant="default"
            >
              {texts.seeProvider}
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
