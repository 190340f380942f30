import { LeaveGuard } from '../../parts/leave-guard.js';
import { useTexts } from '../../texts/define-texts.js';
import { settingsTexts } from './texts.js';

/** Asks once before what is not saved is lost: on the way to another view, to another bot, or out of the page. */
export function UnsavedGuard({ changes }: { readonly changes: number }): React.ReactElement {
  const { leaveTitle, leaveText, stay, leave } = useTexts(settingsTexts);
  return (
    <LeaveGuard
      isHeld={changes > 0}
      title={leaveTitle}
      text={leaveText(changes)}
      stay={stay}
      leave={leave}
      placeIn={placeIn}
    />
  );
}

/** Whose settings an address shows. */
function placeIn(search: object): string {
  const { as, owner } = search as { readonly as?: string; readonly owner?: string };
  return `${as ?? ''} ${owner ?? ''}`;
}
