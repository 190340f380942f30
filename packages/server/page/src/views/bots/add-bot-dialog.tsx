import { useNavigate } from '@tanstack/react-router';
import { api, read } from '../../api/client.js';
import { useTexts } from '../../texts/define-texts.js';
import { BotForm } from './bot-form.js';
import { botsTexts } from './texts.js';

/** Adds a bot, and goes to its loadout. */
export function AddBotDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(botsTexts);
  const navigate = useNavigate();
  return (
    <BotForm
      isOpen={isOpen}
      title={texts.addTitle}
      action={texts.add}
      onClose={onClose}
      onDone={({ id: bot }) => void navigate({ to: '/bots/$bot/loadout', params: { bot } })}
      onSubmit={({ name, id }) =>
        read(api.POST('/api/v1/bots', { body: { id, ...(name === '' ? {} : { displayName: name }) } }))
      }
    />
  );
}
