import { ActionIcon, Box, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../texts/define-texts.js';
import { Foreign } from './foreign.js';
import { partTexts } from './texts.js';

/** Text as it is, in lines of its own: it scrolls within its box, also by keys, and can be copied whole. */
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
        <Foreign text={text} />
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
    </Box>
  );
}
