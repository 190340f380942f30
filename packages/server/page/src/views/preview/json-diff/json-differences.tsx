import { Box, Group, Stack, Text } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { Foreign } from '../../../parts/foreign.js';
import { Status, type Tone } from '../../../parts/status.js';
import { useTexts } from '../../../texts/define-texts.js';
import type { Difference } from './compare-json.js';
import { diffTexts } from './texts.js';

const looks = {
  added: { tone: 'good', icon: IconPlus },
  removed: { tone: 'bad', icon: IconMinus },
  changed: { tone: 'warning', icon: IconPencil },
} as const satisfies Record<Difference['kind'], { readonly tone: Tone; readonly icon: unknown }>;

/** In what two values differ, in words: where, what was there, what is there now. */
export function JsonDifferences({
  differences,
  label,
}: {
  readonly differences: readonly Difference[];
  /** Of the list. */
  readonly label: string;
}): React.ReactElement {
  const texts = useTexts(diffTexts);
  return (
    <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
      {differences.map(({ path, kind, before, after }) => (
        <Box component="li" key={`${kind} ${path}`}>
          <Group gap="xs">
            <Status tone={looks[kind].tone} icon={looks[kind].icon}>
              {texts[kind]}
            </Status>
            <Text size="sm" fw={600} ff="monospace">
              <Foreign text={path === '' ? texts.whole : path} />
            </Text>
          </Group>
          {before !== undefined && <Value name={texts.before} value={before} />}
          {after !== undefined && <Value name={texts.now} value={after} />}
        </Box>
      ))}
    </Stack>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }): React.ReactElement {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" mt={4}>
      <Text size="sm" c="dimmed" w={64} flex="none">
        {name}
      </Text>
      <Text
        size="sm"
        {...(typeof value === 'string' ? {} : { ff: 'monospace' as const })}
        style={{ whiteSpace: 'pre-wrap', minWidth: 0 }}
      >
        <Foreign text={text} />
      </Text>
    </Group>
  );
}
