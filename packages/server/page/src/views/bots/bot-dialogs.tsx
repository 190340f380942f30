import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.js';
import { botsQuery } from '../../api/queries.js';
import { useWrite } from '../../api/use-write.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Foreign } from '../../parts/foreign.js';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { showDone } from '../bot/changes/show-done.js';
import { BotForm } from './bot-form.js';
import { type Bot, summaryQuery } from './bot-queries.js';
import { RenameDialog } from './rename-dialog.js';
import { botsTexts } from './texts.js';

/** What is done with a bot. */
export interface BotTask {
  readonly kind: 'rename' | 'copy' | 'remove';
  readonly bot: Bot;
}

/** The dialog of a task. */
export function BotDialogs({
  task,
  onClose,
  onRemoved,
}: {
  readonly task: BotTask | undefined;
  readonly onClose: () => void;
  /** Called before the bot is gone from what is shown. */
  readonly onRemoved?: () => void;
}): React.ReactElement | null {
  const { undo } = useTexts(partTexts);
  if (task === undefined) return null;
  const say = (text: string): void => showDone({ text, undo });
  switch (task.kind) {
    case 'rename':
      return <RenameDialog bot={task.bot} onDone={say} onClose={onClose} />;
    case 'copy':
      return <CopyDialog bot={task.bot} onDone={say} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog bot={task.bot} onDone={say} onClose={onClose} onRemoved={onRemoved} />;
  }
}

interface DialogProps {
  readonly bot: Bot;
  /** Told what was done. */
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

function CopyDialog({ bot, onDone, onClose }: DialogProps): React.ReactElement {
  const texts = useTexts(botsTexts);
  return (
    <BotForm
      isOpen
      title={texts.copyTitle(bot.displayName)}
      hint={texts.copyText}
      action={texts.copy}
      onClose={onClose}
      onDone={({ name, id }) => onDone(texts.copied(name || id, bot.displayName))}
      onSubmit={({ name, id }) =>
        read(
          api.POST('/api/v1/bots/{bot}/copy', {
            params: { path: { bot: bot.id } },
            body: { id, ...(name === '' ? {} : { displayName: name }) },
          }),
        )
      }
    />
  );
}

function RemoveDialog({
  bot,
  onDone,
  onClose,
  onRemoved,
}: DialogProps & { readonly onRemoved: (() => void) | undefined }): React.ReactElement {
  const texts = useTexts(botsTexts);
  const queryClient = useQueryClient();
  const { data } = useQuery(summaryQuery(bot.id));
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => read(api.DELETE('/api/v1/bots/{bot}', { params: { path: { bot: bot.id } } })),
    async onSuccess() {
      onRemoved?.();
      // What was read of it would be asked for again, and is not there any more.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === bot.id });
      await queryClient.invalidateQueries({ queryKey: botsQuery.queryKey, exact: true });
      onDone(texts.removed(bot.displayName));
      onClose();
    },
  });
  const text =
    data === undefined
      ? texts.removeUnknown(bot.displayName)
      : texts.removeText(bot.displayName, data.counts.on, data.accessTokens);
  return (
    <ConfirmDialog
      isOpen
      title={texts.removeTitle}
      action={texts.remove}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Text>
        <Foreign text={text} />
      </Text>
    </ConfirmDialog>
  );
}
