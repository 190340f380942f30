import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../texts/define-texts.js';
import { callTexts } from '../call-texts.js';
import { CodeBlock } from '../code-block.js';
import { Foreign } from '../foreign.js';
import { ToneAlert } from '../tone-alert.js';

/** What the host writes where an argument is hidden. A call may give the same text. */
const mask = '[masked]';

/** All arguments of a call: they scroll, and are never cut. */
export function CallArguments({
  value,
  hidden,
  isAsked = false,
}: {
  readonly value: object;
  /** Names of those that nobody is shown. */
  readonly hidden: readonly string[];
  /** Whether somebody has to decide on the call. */
  readonly isAsked?: boolean;
}): React.ReactElement {
  const texts = useTexts(callTexts);
  if (Object.keys(value).length === 0) return <Text size="sm">{texts.noArguments}</Text>;
  const alike = Object.entries(value).filter(([name, entry]) => !hidden.includes(name) && holdsMask(entry));
  const unseen = <Foreign text={texts.masked(hidden.join(', '))} />;
  return (
    <Stack gap="xs">
      <CodeBlock text={JSON.stringify(value, null, 2)} label={texts.arguments} />
      {alike.length > 0 && (
        <Text size="sm">
          <Foreign text={texts.notMasked(mask, alike.map(([name]) => name).join(', '))} />
        </Text>
      )}
      {hidden.length > 0 &&
        (isAsked ? (
          <ToneAlert tone="warning">{unseen}</ToneAlert>
        ) : (
          <Text size="sm" c="dimmed">
            {unseen}
          </Text>
        ))}
    </Stack>
  );
}

function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(mask);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMask);
}
