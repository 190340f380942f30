import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../texts/define-texts.js';
import { callTexts } from '../call-texts.js';
import { CodeBlock } from '../code-block.js';
import { toPlain } from '../foreign.js';

/** What stands where an argument is hidden. */
const mask = '[masked]';

/** All arguments of a call: they scroll, and are never cut. */
export function CallArguments({ value }: { readonly value: object }): React.ReactElement {
  const texts = useTexts(callTexts);
  const hidden = Object.entries(value).filter(([, entry]) => entry === mask);
  if (Object.keys(value).length === 0) return <Text size="sm">{texts.noArguments}</Text>;
  return (
    <Stack gap={4}>
      <CodeBlock text={JSON.stringify(value, null, 2)} label={texts.arguments} />
      {hidden.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.masked(hidden.map(([name]) => toPlain(name)).join(', '))}
        </Text>
      )}
    </Stack>
  );
}
