import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { hostTexts } from './texts.js';

/** Sets a secret. What was set cannot be read again, here or anywhere. */
export function SecretDialog({
  name: given,
  onClose,
}: {
  /** Empty: a new one. */
  readonly name: string;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(hostTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      read(api.PUT('/api/v1/secrets/{name}', { params: { path: { name: name.trim() } }, body: { value } })),
    async onSuccess() {
      notifications.show({ message: toPlain(texts.saved(name.trim())) });
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  const problem = useProblemText(error);
  const isNew = given === '';
  return (
    <Modal opened onClose={onClose} title={texts.setSecretTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <Stack>
          <TextInput
            label={texts.secretName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            readOnly={!isNew}
            required
            data-autofocus={isNew || undefined}
          />
          <PasswordInput
            label={texts.secretValue}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            autoComplete="new-password"
            required
            error={error === null ? undefined : toPlain(problem)}
            aria-invalid={error === null ? undefined : true}
            data-autofocus={isNew ? undefined : true}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {texts.setSecret}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
