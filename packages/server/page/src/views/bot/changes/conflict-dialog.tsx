import { lazy, Suspense } from 'react';
import { useObservable } from '../../../api/observable.js';
import { openConflicts } from './conflicts.js';

const ConflictList = lazy(async () => ({ default: (await import('./conflict-list.js')).ConflictList }));

/** Asks what is to hold where somebody else was quicker. */
export function ConflictDialog({
  bot,
  botName,
}: {
  readonly bot: string;
  readonly botName: string;
}): React.ReactElement | null {
  const open = useObservable(openConflicts);
  if (open === undefined || open.bot !== bot) return null;
  return (
    <Suspense fallback={null}>
      <ConflictList open={open} botName={botName} />
    </Suspense>
  );
}
