import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { botsQuery } from '../../api/queries.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { proposeId } from './bot-queries.js';
import { botsTexts } from './texts.js';

interface BotNames {
  readonly name: string;
  readonly id: string;
}

/** A bot's name and id. The id follows the name until somebody writes one. */
export function BotForm({
  isOpen,
  title,
  hint,
  action,
  first = { name: '', id: '' },
  isIdFixed = false,
  onSubmit,
  onDone,
  onClose,
}: {
  readonly isOpen: boolean;
  /** May be foreign. */
  readonly title: string;
  readonly hint?: string;
  readonly action: string;
  readonly first?: BotNames;
  /** The bot is there; its id stays. */
  readonly isIdFixed?: boolean;
  readonly onSubmit: (names: BotNames) => Promise<unknown>;
  /** Told the id once it is done. */
  readonly onDone?: (id: string) => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  const [name, setName] = useState(first.name);
  const [id, setId] = useState<string>();
  const shownId = isIdFixed ? first.id : (id ?? proposeId(name));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: onSubmit,
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: botsQuery.queryKey });
      close();
      onDone?.(shownId);
    },
  });
  const problem = useProblemText(error);
  const close = (): void => {
    setName(first.name);
    setId(undefined);
    reset();
    onClose();
  };
  const message = error === null ? undefined : toPlain(problem);
  return (
    <Modal opened={isOpen} onClose={close} title={toPlain(title)} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ name: name.trim(), id: shownId });
        }}
      >
        <Stack>
          {hint && <Text size="sm">{hint}</Text>}
          <TextInput
            label={texts.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            error={isIdFixed ? message : undefined}
            required={isIdFixed}
            data-autofocus
          />
          {!isIdFixed && (
            <TextInput
              label={texts.id}
              description={texts.idHint}
              value={shownId}
              onChange={(event) => setId(event.currentTarget.value)}
              maxLength={64}
              error={message}
              required
            />
          )}
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
