import { Button, Group, Stack, Text } from '@mantine/core';
import { useMe } from '../../api/session.js';
import { Foreign, toPlain } from '../../parts/foreign.js';
import type { RecordColumn } from '../../parts/records.js';
import { Status, type Tone } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import { type Translated, useTexts } from '../../texts/define-texts.js';
import { accessTexts, type Texts } from './texts.js';
import { type AccessToken, stateOf } from './token-queries.js';

type Columns = readonly RecordColumn<AccessToken>[];

const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = { valid: 'good', revoked: 'quiet', expired: 'quiet' };

/** What is shown of tokens. */
export function makeTokenColumns(texts: Translated<Texts>, onRevoke: (token: AccessToken) => void): Columns {
  return [
    { id: 'name', header: texts.name, cell: ({ name }) => <Foreign text={name} /> },
    { id: 'grant', header: texts.grant, cell: (token) => <Grant token={token} /> },
    { id: 'state', header: texts.state, cell: (token) => <State token={token} /> },
    {
      id: 'used',
      header: texts.lastUse,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.unused : <Time at={lastUsedAt} />),
    },
    {
      id: 'expires',
      header: texts.expires,
      cell: ({ expiresAt }) => (expiresAt === null ? texts.never : <Time at={expiresAt} />),
    },
    {
      id: 'made',
      header: texts.made,
      cell: ({ createdAt, createdBy }) => (
        <Group gap={4}>
          <Time at={createdAt} /> <Foreign text={texts.by(createdBy)} />
        </Group>
      ),
    },
    {
      id: 'actions',
      header: texts.actions,
      cell: (token) =>
        stateOf(token) === 'valid' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.revoke(toPlain(token.name))}
            onClick={() => onRevoke(token)}
          >
            {texts.revokeShort}
          </Button>
        ),
    },
  ];
}

/** What is shown of browsers that are signed in. */
export function makeSessionColumns(texts: Translated<Texts>, onEnd: (token: AccessToken) => void): Columns {
  return [
    { id: 'name', header: texts.name, cell: (token) => <SessionName token={token} /> },
    { id: 'made', header: texts.made, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'expires',
      header: texts.expires,
      cell: ({ expiresAt }) => (expiresAt === null ? texts.never : <Time at={expiresAt} />),
    },
    {
      id: 'actions',
      header: texts.actions,
      cell: (token) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.endSession(toPlain(token.name))}
          onClick={() => onEnd(token)}
        >
          {texts.endShort}
        </Button>
      ),
    },
  ];
}

function SessionName({ token }: { readonly token: AccessToken }): React.ReactElement {
  const texts = useTexts(accessTexts);
  const isOwn = useMe().token === token.id;
  return (
    <Group gap="xs">
      <Foreign text={token.session?.of === null ? texts.ofLink : token.name} />
      {isOwn && <Status tone="note">{texts.thisSession}</Status>}
    </Group>
  );
}

function Grant({ token: { role, bot, confidence } }: { readonly token: AccessToken }): React.ReactElement {
  const texts = useTexts(accessTexts);
  if (role !== null) return <Text size="sm">{texts[role]}</Text>;
  return (
    <Stack gap={0}>
      <Text size="sm">
        <Foreign text={texts.forBot(bot ?? '')} />
      </Text>
      <Text size="sm" c="dimmed">
        {texts.level(confidence)}
      </Text>
    </Stack>
  );
}

function State({ token }: { readonly token: AccessToken }): React.ReactElement {
  const texts = useTexts(accessTexts);
  const state = stateOf(token);
  return <Status tone={tones[state]}>{texts[state]}</Status>;
}
