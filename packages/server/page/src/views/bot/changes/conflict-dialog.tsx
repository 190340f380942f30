import { useObservable } from '../../../api/observable.js';
import { lazyPopup } from '../../../parts/lazy-part.js';
import { openConflicts } from './conflicts.js';

const ConflictList = lazyPopup(() => import('./conflict-list.js'), 'ConflictList');

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
  return <ConflictList open={open} botName={botName} />;
}
