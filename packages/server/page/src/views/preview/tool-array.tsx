import { Button, CopyButton, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CodeBlock } from '../../parts/code-block.js';
import { download } from '../../parts/download.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { formatSize } from '../../texts/format.js';
import { previewTexts } from './texts.js';
import { useDigest } from './use-digest.js';

/** The tool array as the text that the model's provider gets, with its hash: two that are equal are equal to the last character. */
export function ToolArray({
  toolsJson,
  count,
  fileName,
  note,
}: {
  readonly toolsJson: string;
  readonly count: number;
  readonly fileName: string;
  /** What has to be known of it. */
  readonly note?: string | undefined;
}): React.ReactElement {
  const texts = useTexts(previewTexts);
  const { copied: copiedWord } = useTexts(partTexts);
  const [as, setAs] = useState<'lines' | 'sent'>('lines');
  const digest = useDigest(toolsJson);
  const bytes = useMemo(() => new TextEncoder().encode(toolsJson).length, [toolsJson]);
  const shown = useMemo(
    () => (as === 'sent' ? toolsJson : JSON.stringify(JSON.parse(toolsJson), null, 2)),
    [as, toolsJson],
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {texts.arrayFacts(count, formatSize(bytes))}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={texts.showArray}
          value={as}
          onChange={(next) => setAs(next as 'lines' | 'sent')} // one of the two below
          data={[
            { value: 'lines', label: texts.inLines },
            { value: 'sent', label: texts.asSent },
          ]}
        />
      </Group>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <CodeBlock text={shown} label={texts.array} maxHeight={560} />
      <Group gap="xs">
        <CopyButton value={toolsJson}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? copiedWord : texts.copySent}
            </Button>
          )}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(fileName, 'application/json', toolsJson)}
        >
          {texts.downloadSent}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {digest === null ? (
          texts.noDigest
        ) : (
          <>
            {texts.digest}{' '}
            <Text span ff="monospace" inherit data-digest>
              {digest ?? '…'}
            </Text>
          </>
        )}
      </Text>
    </Stack>
  );
}
