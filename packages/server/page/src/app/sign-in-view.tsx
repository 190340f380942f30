import { Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { signIn } from '../api/session.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ViewHeader } from '../parts/view-header.js';
import { useTexts } from '../texts/define-texts.js';
import { SignInForm } from './sign-in-form.js';
import { appTexts } from './texts.js';

/**
 * Where the link that the host prints leads. Its token stands in the fragment, which reaches no log and no referrer; it is
 * sent once, and gone from the history before anything else happens.
 */
export function SignInView(): React.ReactElement {
  const texts = useTexts(appTexts);
  const navigate = useNavigate();
  const isTaken = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    onSuccess: () => void navigate({ to: '/', replace: true }),
  });
  useEffect(() => {
    const token = decodeURIComponent(location.hash.slice(1));
    if (token === '' || isTaken.current) return;
    isTaken.current = true;
    history.replaceState(history.state, '', '/sign-in');
    mutate(token);
  }, [mutate]);
  return (
    <>
      <ViewHeader title={texts.signInTitle} />
      {error && <ProblemAlert title={texts.signInFailed} error={error} />}
      {isPending ? <Loader aria-label={texts.connecting} /> : <SignInForm />}
    </>
  );
}
