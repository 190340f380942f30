import { createObservable } from '../../api/observable.js';
import { onOtherPerson } from '../../api/tab-memory.js';
import type { CallRequest, Outcome } from './call-run.js';

/** A run that can be filled in again. */
export interface PastRun {
  readonly request: CallRequest;
  readonly status: Outcome['status'];
  /** Milliseconds since 1970. */
  readonly at: number;
}

const most = 10;

/** The last runs of this tab, newest first. They are kept in memory alone: arguments may be sensitive. */
export const runHistory = createObservable<readonly PastRun[]>([]);

onOtherPerson(() => runHistory.set([]));

export function rememberRun(run: PastRun): void {
  const same = JSON.stringify(run.request);
  const others = runHistory.get().filter(({ request }) => JSON.stringify(request) !== same);
  runHistory.set([run, ...others].slice(0, most));
}
