import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { useRequired } from '../../parts/use-required.js';
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
  const { mutate, isPending, error } = useWrite({
    mutationFn: () =>
      read(api.PUT('/api/v1/secrets/{name}', { params: { path: { name: name.trim() } }, body: { value } })),
    async onSuccess() {
      notifications.show({ message: toPlain(texts.saved(name.trim())) });
      await queryClient.invalidateQueries();
      onClose();
    },
  });
  const required = useRequired();
  const problem = useProblemText(error);
  const isNew = given === '';
  const message = required.messageFor(texts.secretValue, value) ?? (error === null ? undefined : toPlain(problem));
  return (
    <Modal opened onClose={onClose} title={texts.setSecretTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (required.check(event.currentTarget)) mutate();
        }}
      >
        <Stack>
          <TextInput
            label={texts.secretName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            readOnly={!isNew}
            error={required.messageFor(texts.secretName, name)}
            required
            data-autofocus={isNew || undefined}
          />
          <PasswordInput
            label={texts.secretValue}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            autoComplete="new-password"
            required
            error={message}
            aria-invalid={message === undefined ? undefined : true}
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
