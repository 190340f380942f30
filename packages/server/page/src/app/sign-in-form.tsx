import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { isApiProblem } from '../api/problem.js';
import { signIn } from '../api/session.js';
import { useWrite } from '../api/use-write.js';
import { toPlain } from '../parts/foreign.js';
import { ProblemAlert, useProblemText } from '../parts/problem-alert.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** Takes a token and makes a session of it. */
export function SignInForm({
  hint,
  onSignedIn,
}: {
  readonly hint?: string;
  /** Default: what stands around it sees that there is a session. */
  readonly onSignedIn?: () => void;
}): React.ReactElement {
  const texts = useTexts(appTexts);
  const [token, setToken] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useWrite({
    mutationFn: signIn,
    onSuccess: () => onSignedIn?.(),
    onError: () => field.current?.focus(),
  });
  const problem = useProblemText(error);
  // A token that is not taken is a matter of its field.
  const isRefused = isApiProblem(error) && error.isSignedOut;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(token.trim());
      }}
    >
      <Stack maw={420}>
        <Text>{hint ?? texts.signInHint}</Text>
        <PasswordInput
          label={texts.token}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="off"
          required
          error={isRefused ? `${texts.signInFailed} ${toPlain(problem)}` : undefined}
          errorProps={{ role: 'alert' }}
          // The kit says it by colour alone.
          aria-invalid={isRefused || undefined}
          ref={field}
          data-autofocus
        />
        {error && !isRefused && <ProblemAlert title={texts.signInFailed} error={error} />}
        <Button type="submit" loading={isPending}>
          {texts.signIn}
        </Button>
      </Stack>
    </form>
  );
}
