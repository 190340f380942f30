import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { botsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { useRequired } from '../../parts/use-required.js';
import { useTexts } from '../../texts/define-texts.js';
import { proposeId } from './bot-queries.js';
import { botsTexts } from './texts.js';

interface BotNames {
  readonly name: string;
  readonly id: string;
}

/** A new bot's name and id. The id follows the name until somebody writes one. */
export function BotForm({
  isOpen,
  title,
  hint,
  action,
  onSubmit,
  onDone,
  onClose,
}: {
  readonly isOpen: boolean;
  /** May be foreign. */
  readonly title: string;
  readonly hint?: string;
  readonly action: string;
  readonly onSubmit: (names: BotNames) => Promise<unknown>;
  /** Told once it is done. */
  readonly onDone: (names: BotNames) => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [id, setId] = useState<string>();
  const shownId = id ?? proposeId(name);
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: onSubmit,
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: botsQuery.queryKey });
      close();
      onDone({ name: name.trim(), id: shownId });
    },
  });
  const required = useRequired();
  const problem = useProblemText(error);
  const close = (): void => {
    setName('');
    setId(undefined);
    reset();
    onClose();
  };
  const message = error === null ? undefined : toPlain(problem);
  return (
    <Modal opened={isOpen} onClose={close} title={toPlain(title)} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (required.check(event.currentTarget)) mutate({ name: name.trim(), id: shownId });
        }}
      >
        <Stack>
          {hint && <Text size="sm">{hint}</Text>}
          <TextInput
            label={texts.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            data-autofocus
          />
          <TextInput
            label={texts.id}
            description={texts.idHint}
            value={shownId}
            onChange={(event) => setId(event.currentTarget.value)}
            maxLength={64}
            error={required.messageFor(texts.id, shownId) ?? message}
            required
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
