import { ProblemAlert } from '../parts/problem-alert.js';
import { useTexts } from '../texts/define-texts.js';
import { appTexts } from './texts.js';

/** What stands in the place of a view that threw. */
export function ViewFailed({
  error,
  reset,
}: {
  readonly error: unknown;
  readonly reset: () => void;
}): React.ReactElement {
  return <ProblemAlert title={useTexts(appTexts).viewFailed} error={error} onRetry={reset} />;
}
