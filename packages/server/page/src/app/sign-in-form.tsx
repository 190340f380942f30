import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signIn } from '../api/session.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** Takes a token and makes a session of it. */
export function SignInForm({ hint }: { readonly hint?: string }): React.ReactElement {
  const texts = useTexts(appTexts);
  const [token, setToken] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: signIn });
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
          data-autofocus
        />
        {error && <ProblemAlert title={texts.signInFailed} error={error} />}
        <Button type="submit" loading={isPending}>
          {texts.signIn}
        </Button>
      </Stack>
    </form>
  );
}
