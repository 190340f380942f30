import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { isApiProblem } from '../api/problem.js';
import { useTexts } from '../texts/define-texts.js';
import { Foreign } from './foreign.js';
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
          <Foreign text={useProblemText(error)} />
        </Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** What to say of something thrown. */
export function useProblemText(error: unknown): string {
  const texts = useTexts(partTexts);
  if (!isApiProblem(error)) return error instanceof Error ? error.message : String(error);
  if (error.status === 0) return texts.unreachable;
  if (error.status === 412) return texts.lookAgain;
  if (error.code === 'BOT_UNKNOWN') return texts.noSuchBot;
  return error.errorId === undefined ? error.message : `${error.message} ${texts.errorId(error.errorId)}`;
}
