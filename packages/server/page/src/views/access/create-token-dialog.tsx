import { Modal } from '@mantine/core';
import { useState } from 'react';
import { partTexts } from '../../parts/texts.js';
import { useTexts } from '../../texts/define-texts.js';
import { CreateTokenForm } from './create-token-form.js';
import { CreatedToken, type MadeToken } from './created-token.js';
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
  const [made, setMade] = useState<MadeToken>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={made === undefined ? texts.createTitle : texts.createdTitle}
      closeButtonProps={{ 'aria-label': parts.close }}
      // A click beside the dialog must not lose what is shown once.
      closeOnClickOutside={made === undefined}
    >
      {made === undefined ? (
        <CreateTokenForm onCreated={setMade} onCancel={close} />
      ) : (
        <CreatedToken made={made} onDone={close} />
      )}
    </Modal>
  );
}
