import { ActionIcon, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { accessTexts } from './texts.js';

/** What can be read here and nowhere else. */
export interface MadeToken {
  readonly secret: string;
  /** Whether it is for somebody who may sign in to the page with it. */
  readonly signsIn: boolean;
}

/** The only place where a token can be read. */
export function CreatedToken({
  made: { secret, signsIn },
  onDone,
}: {
  readonly made: MadeToken;
  readonly onDone: () => void;
}): React.ReactElement {
  const texts = useTexts(accessTexts);
  return (
    <Stack>
      <Text>{texts.created}</Text>
      <Copied label={texts.token} value={secret} isFirst />
      {signsIn && (
        <Copied
          label={texts.signInLink}
          hint={texts.signInLinkHint}
          value={`${location.origin}/sign-in#${encodeURIComponent(secret)}`}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}

function Copied({
  label,
  hint,
  value,
  isFirst = false,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly isFirst?: boolean;
}): React.ReactElement {
  const parts = useTexts(partTexts);
  return (
    <TextInput
      label={label}
      description={hint}
      value={value}
      readOnly
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
      data-autofocus={isFirst || undefined}
      rightSection={
        <CopyButton value={value} timeout={3_000}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${copied ? parts.copied : parts.copy}: ${label}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  );
}
