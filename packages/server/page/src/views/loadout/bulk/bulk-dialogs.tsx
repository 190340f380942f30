import type { Made } from '../../bot/changes/make-changes.js';
import { BulkDialog } from './bulk-dialog.js';
import { MoveDialog } from './move-dialog.js';
import type { Bulk } from './use-bulk.js';

/** What is asked before many tools are changed, or one is moved. */
export function BulkDialogs({
  bulk,
  botName,
  order,
  onMove,
}: {
  readonly bulk: Bulk;
  readonly botName: string;
  /** The names of the bot's tools, in their order. */
  readonly order: readonly string[];
  readonly onMove: (names: readonly string[], before: string | undefined) => Promise<Made>;
}): React.ReactElement | null {
  const { question } = bulk;
  if (question === undefined) return null;
  if (question.kind === 'list') {
    const { plan } = question;
    return <BulkDialog plan={plan} botName={botName} onConfirm={() => bulk.confirm(plan)} onClose={bulk.cancel} />;
  }
  const names = order.filter((name) => question.names.includes(name));
  const rest = order.filter((name) => !names.includes(name));
  return (
    <MoveDialog
      count={names.length}
      place={order.indexOf(names[0] ?? '') + 1}
      last={rest.length + 1}
      onMove={(place) => {
        bulk.cancel();
        void onMove(names, rest[place - 1]);
      }}
      onClose={bulk.cancel}
    />
  );
}
