import { Alert, Button, Stack, Text } from '@mantine/core';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** What stands in the place of a view that threw. A chunk that is gone means that the page has a new version. */
export function ViewFailed({
  error,
  reset,
}: {
  readonly error: unknown;
  readonly reset: () => void;
}): React.ReactElement {
  const texts = useTexts(appTexts);
  if (!isMissingChunk(error)) return <ProblemAlert title={texts.viewFailed} error={error} onRetry={reset} />;
  return (
    <Alert role="alert" title={texts.viewFailed}>
      <Stack align="flex-start">
        <Text size="sm">{texts.newVersion}</Text>
        <Button size="xs" onClick={() => location.reload()}>
          {texts.reload}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Each browser has words of its own for it. */
function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);
}
