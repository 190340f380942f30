import type { ApiSchemas } from '@loadout/server/client';
import { Stack, Text } from '@mantine/core';
import { Time } from '../../parts/time.js';
import { useTexts } from '../../texts/define-texts.js';
import { providerTexts } from './texts.js';

/** How old the last good list is, whether it is used in place of an answer, and when the provider is asked again. */
export function ListAge({
  provider: { listedAt, restored, state, nextTryAt },
}: {
  readonly provider: ApiSchemas['Companion']['providers'][number];
}): React.ReactElement {
  const texts = useTexts(providerTexts);
  return (
    <Stack gap={0}>
      <Text size="sm" component="div">
        {listedAt === null ? texts.noList : <Time at={listedAt} />}
      </Text>
      {restored && (
        <Text size="xs" c="dimmed">
          {texts.restored}
        </Text>
      )}
      {state === 'stale' && (
        <Text size="xs" c="dimmed">
          {texts.staleHint}
        </Text>
      )}
      {nextTryAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          {texts.nextTry} <Time at={nextTryAt} />
        </Text>
      )}
    </Stack>
  );
}
