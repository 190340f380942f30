import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.js';
import { type ApiProblem, isConflict } from '../../api/problem.js';
import { botsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { toPlain } from '../../parts/foreign.js';
import { useProblemText } from '../../parts/problem-alert.js';
import { partTexts } from '../../parts/texts.js';
import { TheirsOrMine } from '../../parts/theirs-or-mine.js';
import { useTexts } from '../../texts/define-texts.js';
import type { Bot } from './bot-queries.js';
import { botsTexts } from './texts.js';

/** Gives a bot another name, while it has the one that stood here when the dialog was opened. */
export function RenameDialog({
  bot: { id, displayName },
  onDone,
  onClose,
}: {
  readonly bot: Bot;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  const parts = useTexts(partTexts);
  const queryClient = useQueryClient();
  // What is shown around it changes with the bot; what was read by whoever writes does not.
  const [seen] = useState(displayName);
  const [name, setName] = useState(displayName);
  const [isBlank, setBlank] = useState(false);
  const wanted = name.trim();
  const { mutate, isPending, error, reset } = useWrite({
    mutationFn: (ifDisplayName: string) =>
      read(
        api.PATCH('/api/v1/bots/{bot}', {
          params: { path: { bot: id } },
          body: { displayName: wanted, ifDisplayName },
        }),
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: botsQuery.queryKey }),
    async onSuccess(renamed) {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: botsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['summary', id] }),
      ]);
      onDone(texts.renamed(seen, renamed.displayName));
      onClose();
    },
  });
  const problem = toPlain(useProblemText(error));
  const theirs = isConflict(error) ? readName(error) : undefined;
  const save = (ifDisplayName: string): void => {
    setBlank(wanted === '');
    if (wanted !== '') mutate(ifDisplayName);
  };
  return (
    <Modal opened onClose={onClose} title={texts.renameTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (theirs === undefined && !isPending) save(seen);
        }}
      >
        <Stack>
          <TextInput
            label={texts.name}
            value={name}
            onChange={(event) => {
              setBlank(false);
              if (theirs === undefined) reset();
              setName(event.currentTarget.value);
            }}
            maxLength={200}
            error={isBlank ? texts.nameNeeded : error !== null && theirs === undefined ? problem : undefined}
            required
            data-autofocus
          />
          {theirs !== undefined && (
            <TheirsOrMine theirs={theirs} mine={wanted} onKeep={onClose} onApply={() => save(theirs)} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            {theirs === undefined && (
              <Button type="submit" loading={isPending}>
                {texts.save}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The name that a refusal carries. */
function readName({ current }: ApiProblem): string {
  return (current as Bot).displayName; // the API's own word
}
