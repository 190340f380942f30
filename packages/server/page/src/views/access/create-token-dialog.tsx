import { Modal } from '@mantine/core';
import { useState } from 'react';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { CreateTokenForm } from './create-token-form.js';
import { CreatedToken } from './created-token.js';
import { accessTexts } from './texts.js';

/** Makes a token, and shows it once. */
export function CreateTokenDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): React.ReactElement {
  const texts = useTexts(accessTexts);
  const parts = useTexts(partTexts);
  const [secret, setSecret] = useState<string>();
  const close = (): void => {
    setSecret(undefined);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={secret === undefined ? texts.createTitle : texts.createdTitle}
      closeButtonProps={{ 'aria-label': parts.close }}
      // A click beside the dialog must not lose what is shown once.
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <CreateTokenForm onCreated={setSecret} onCancel={close} />
      ) : (
        <CreatedToken secret={secret} onDone={close} />
      )}
    </Modal>
  );
}
