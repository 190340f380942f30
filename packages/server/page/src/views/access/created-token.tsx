import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { accessTexts } from './texts.js';

/** The only place where a token can be read. */
export function CreatedToken({
  secret,
  onDone,
}: {
  readonly secret: string;
  readonly onDone: () => void;
}): React.ReactElement {
  const texts = useTexts(accessTexts);
  const parts = useTexts(partTexts);
  return (
    <Stack>
      <Text>{texts.created}</Text>
      <TextInput
        label={texts.token}
        value={secret}
        readOnly
        ff="monospace"
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
      <Group justify="flex-end">
        <CopyButton value={secret} timeout={3_000}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? parts.copied : parts.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}
