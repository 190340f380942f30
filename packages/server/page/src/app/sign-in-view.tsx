import { Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Exchange, findExchange } from '../api/find-exchange.js';
import { signIn } from '../api/session.js';
import { useWrite } from '../api/use-write.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { ViewHeader } from '../parts/view-header.js';
import { useTexts } from '../texts/define-texts.js';
import { ExchangeQuestion } from './exchange-question.js';
import { SignInForm } from './sign-in-form.js';
import { appTexts } from './texts.js';

/**
 * Where the link that the host prints leads. Its token stands in the fragment, which reaches no log and no referrer; it is
 * sent once, and gone from the history before anything else happens.
 */
export function SignInView(): React.ReactElement {
  const texts = useTexts(appTexts);
  const navigate = useNavigate();
  const toBots = (): void => void navigate({ to: '/', replace: true });
  const { mutate, data, isPending, error } = useWrite({
    mutationFn: takeLink,
    onSuccess: (asked) => asked === undefined && toBots(),
  });
  const instead = useWrite({ mutationFn: signIn, onSuccess: toBots });
  useEffect(() => {
    const take = (): void => {
      const token = readFragment();
      if (token === '') return;
      history.replaceState(history.state, '', '/sign-in');
      mutate(token);
    };
    take();
    // The link may be opened where this view is shown already.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [mutate]);
  return (
    <>
      <ViewHeader title={texts.signInTitle} />
      {error && <ProblemAlert title={texts.signInFailed} error={error} />}
      {instead.error && <ProblemAlert title={texts.signInFailed} error={instead.error} />}
      {isPending && <Loader aria-label={texts.connecting} />}
      {!isPending && data === undefined && <SignInForm onSignedIn={toBots} />}
      {!isPending && data !== undefined && (
        <ExchangeQuestion
          exchange={data.exchange}
          isBusy={instead.isPending}
          onKeep={toBots}
          onExchange={() => instead.mutate(data.token)}
        />
      )}
    </>
  );
}

/** Signs in, unless somebody else is signed in: then whoever looks at it is asked first. */
async function takeLink(token: string): Promise<{ readonly token: string; readonly exchange: Exchange } | undefined> {
  const exchange = await findExchange(token);
  if (exchange !== undefined) return { token, exchange };
  await signIn(token);
  return undefined;
}

/** What stands behind the `#`. What is not encoded well is no token; the host says so. */
function readFragment(): string {
  const fragment = location.hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
