import { Modal } from '@mantine/core';
import { session } from '../api/session-state.js';
import { partTexts } from '../parts/texts.js';
import { useTexts } from '../texts/define-texts.js';
import { SignInForm } from './sign-in-form.js';
import { appTexts } from './texts.js';

/** Asks for a token above a view whose session is over. What was typed in the view below stays. */
export function SignInOverlay(): React.ReactElement {
  const texts = useTexts(appTexts);
  const { close } = useTexts(partTexts);
  return (
    <Modal
      opened
      onClose={() => session.set('unknown')}
      title={texts.signInTitle}
      closeButtonProps={{ 'aria-label': close }}
    >
      <SignInForm hint={texts.sessionOver} />
    </Modal>
  );
}
