import { ActionIcon, Box, Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../texts/define-texts.js';
import { formatNumber } from '../texts/format.js';
import { Foreign } from './foreign.js';
import { partTexts } from './texts.js';

/** A browser takes seconds to lay out millions of characters. */
const portion = 60_000;

/**
 * Text as it is, in lines of its own: it scrolls within its box, also by keys, and can be copied whole. Of a long one the
 * beginning is there, and it says so.
 */
export function CodeBlock({
  text,
  label,
  maxHeight = 420,
}: {
  readonly text: string;
  /** What it is. */
  readonly label: string;
  readonly maxHeight?: number;
}): React.ReactElement {
  const texts = useTexts(partTexts);
  const [most, setMost] = useState(portion);
  const shown = text.length > most ? cutAt(text, most) : text;
  return (
    <Box pos="relative">
      <Box
        component="pre"
        tabIndex={0}
        role="region"
        aria-label={label}
        m={0}
        p="sm"
        pe={44}
        mah={maxHeight}
        bg="var(--mantine-color-default-hover)"
        bdrs="md"
        ff="monospace"
        fz="sm"
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        <Foreign text={shown} />
      </Box>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            pos="absolute"
            top={8}
            right={8}
            variant="default"
            aria-label={copied ? texts.copied : `${texts.copy}: ${label}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
      {shown.length < text.length && (
        <Group gap="xs" mt={4}>
          <Text size="sm" role="status">
            {texts.shownOf(formatNumber(shown.length), formatNumber(text.length))}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${texts.showMore}: ${label}`}
            onClick={() => setMost(most + portion)}
          >
            {texts.showMore}
          </Button>
        </Group>
      )}
    </Box>
  );
}

/** Not within a character that has two halves. */
function cutAt(text: string, end: number): string {
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
