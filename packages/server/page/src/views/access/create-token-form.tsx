import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { botsQuery } from '../../api/queries.js';
import type { Role } from '../../api/session.js';
import { useWrite } from '../../api/use-write.js';
import { type ConfidenceLevel, confidenceLevels } from '../../api/words.js';
import { toPlain } from '../../parts/foreign.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { useRequired } from '../../parts/use-required.js';
import { useTexts } from '../../texts/define-texts.js';
import type { MadeToken } from './created-token.js';
import { accessTexts } from './texts.js';
import { tokensQuery } from './token-queries.js';

const roles = ['viewer', 'operator', 'admin'] as const;

const daysByExpiry = { day: 1, month: 30, year: 365, forever: null } as const;

type Expiry = keyof typeof daysByExpiry;

/** What a token is for, and how long. */
export function CreateTokenForm({
  onCreated,
  onCancel,
}: {
  /** Given the secret, which is answered once. */
  readonly onCreated: (made: MadeToken) => void;
  readonly onCancel: () => void;
}): React.ReactElement {
  const texts = useTexts(accessTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const { data: bots = [] } = useQuery(botsQuery);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'role' | 'bot'>('role');
  const [role, setRole] = useState<Role>('viewer');
  const [bot, setBot] = useState<string>();
  const [confidence, setConfidence] = useState<ConfidenceLevel>('UNKNOWN');
  const [expiry, setExpiry] = useState<Expiry>('month');
  const required = useRequired();
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => {
      const days = daysByExpiry[expiry];
      const grant = kind === 'role' ? { role } : { bot: bot ?? bots[0]?.id ?? '', confidence };
      const end = days === null ? {} : { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() };
      return read(api.POST('/api/v1/tokens', { body: { name: name.trim(), ...grant, ...end } }));
    },
    onSuccess({ secret }) {
      onCreated({ secret, signsIn: kind === 'role' });
      return queryClient.invalidateQueries(tokensQuery);
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (required.check(event.currentTarget)) mutate();
      }}
    >
      <Stack>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          error={required.messageFor(texts.name, name)}
          required
          data-autofocus
        />
        <Radio.Group label={texts.kind} value={kind} onChange={(value) => setKind(value === 'bot' ? 'bot' : 'role')}>
          <Stack gap={4} mt={4}>
            <Radio value="role" label={texts.forRole} />
            {bots.length > 0 && <Radio value="bot" label={texts.forOneBot} />}
          </Stack>
        </Radio.Group>
        {kind === 'role' ? (
          <NativeSelect
            label={texts.role}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
            data={roles.map((value) => ({ value, label: texts[value] }))}
          />
        ) : (
          <>
            <NativeSelect
              label={texts.bot}
              value={bot}
              onChange={(event) => setBot(event.currentTarget.value)}
              data={bots.map(({ id, displayName }) => ({ value: id, label: toPlain(displayName) }))}
            />
            <NativeSelect
              label={texts.confidence}
              description={texts.confidenceHint}
              value={confidence}
              onChange={(event) => setConfidence(event.currentTarget.value as ConfidenceLevel)}
              data={[...confidenceLevels]}
            />
          </>
        )}
        <NativeSelect
          label={texts.expiry}
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value as Expiry)}
          data={Object.keys(daysByExpiry).map((value) => ({ value, label: texts[value as Expiry] }))}
        />
        {error && <ProblemAlert title={texts.notCreated} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
