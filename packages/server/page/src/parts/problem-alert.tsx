import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { CodeProblem } from '../api/load-code.js';
import { useObservable } from '../api/observable.js';
import { isApiProblem } from '../api/problem.js';
import { needOwnWords } from '../api/problem-sentences.js';
import { session } from '../api/session-state.js';
import { useTexts } from '../texts/define-texts.js';
import { describeProblem } from './describe-problem.js';
import { Foreign } from './foreign.js';
import { OwnWords } from './own-words.js';
import { partTexts } from './texts.js';

/** What failed, with its id, and how to try again. */
export function ProblemAlert({
  title,
  error,
  onRetry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}): React.ReactElement {
  const texts = useTexts(partTexts);
  return (
    <Alert
      role="alert"
      title={title}
      icon={<IconCircleX aria-hidden />}
      styles={{
        root: { background: 'var(--loadout-bad-tint)' },
        title: { color: 'var(--loadout-bad-text)' },
        icon: { color: 'var(--loadout-bad-text)' },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Foreign text={useProblemText(error, { isAlone: false })} />
        </Text>
        {isApiProblem(error) && needOwnWords.includes(error.code) && <OwnWords text={error.message} />}
        {isOutdated(error) ? (
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        ) : (
          onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              {texts.tryAgain}
            </Button>
          )
        )}
      </Stack>
    </Alert>
  );
}

/** Whether only the page that the host has now can help. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CodeProblem && error.lack !== 'away';
}

/** What to say of something thrown. */
export function useProblemText(error: unknown, { isAlone = true }: { readonly isAlone?: boolean } = {}): string {
  const texts = useTexts(partTexts);
  const isSignedIn = useObservable(session) === 'signed-in';
  if (error instanceof CodeProblem) {
    return { away: texts.unreachable, gone: texts.newVersion, broken: texts.brokenCode }[error.lack];
  }
  if (!isApiProblem(error)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return texts.unreachable;
  // It was said of a session that is over; there is another one now.
  if (error.isSignedOut && isSignedIn) return texts.signedInAgain;
  if (error.status === 412) return texts.lookAgain;
  return describeProblem(error, texts, { isAlone });
}
