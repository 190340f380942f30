import { Modal } from '@mantine/core';
import { useTexts } from '../texts/define-texts.js';
import { SignInForm } from './sign-in-form.js';
import { appTexts } from './texts.js';

/**
 * Asks for a token above a view whose session is over. What was typed in the view below stays; nothing can be done with it
 * without a session, so there is no way around.
 */
export function SignInOverlay(): React.ReactElement {
  const texts = useTexts(appTexts);
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={texts.signInTitle}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <SignInForm hint={texts.sessionOver} />
    </Modal>
  );
}
