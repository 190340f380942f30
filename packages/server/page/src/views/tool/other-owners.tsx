import { Stack, Text } from '@mantine/core';
import { Foreign } from '../../parts/foreign.js';
import { TextLink } from '../../parts/links.js';
import { Status } from '../../parts/status.js';
import { useTexts } from '../../texts/define-texts.js';
import { describeLeftOut } from '../findings/describe-left-out.js';
import { findingTexts } from '../findings/texts.js';
import { toolTexts } from './texts.js';
import type { ToolDescription } from './tool-types.js';

/** Who else lists the name, and which bots have it from somebody else. */
export function OtherOwners({
  description: { leftOut, bots },
  owner,
}: {
  readonly description: ToolDescription;
  /** Whose tool the name leads to. */
  readonly owner: string;
}): React.ReactElement | null {
  const texts = useTexts(toolTexts);
  const sentences = useTexts(findingTexts);
  const earlier = new Map<string, number>();
  for (const bot of bots) if (bot.owner !== owner) earlier.set(bot.owner, (earlier.get(bot.owner) ?? 0) + 1);
  if (leftOut.length + earlier.size === 0) return null;
  return (
    <Stack gap="xs" align="flex-start" mt="xs">
      {leftOut.map((one) => (
        <div key={`${one.owner} ${one.reason}`}>
          <Status tone={one.status === 'skipped' ? 'warning' : 'bad'}>
            <Foreign text={texts.alsoFrom(one.owner)} />
          </Status>
          <Text size="sm">
            <Foreign text={describeLeftOut(one, sentences)} />
          </Text>
        </div>
      ))}
      {leftOut.length > 0 && (
        <TextLink to="/providers/problems" size="sm">
          {texts.seeFault}
        </TextLink>
      )}
      {[...earlier].map(([other, count]) => (
        <Status tone="warning" key={other}>
          <Foreign text={texts.acceptedFromOther(count, other)} />
        </Status>
      ))}
    </Stack>
  );
}
