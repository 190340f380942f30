import { createObservable } from '../../api/observable.js';

/** What was typed as the reason of a denial that is not sent. */
export interface UnsentReason {
  readonly approval: string;
  /** Of the tool. */
  readonly label: string;
  readonly reason: string;
}

/** Reasons of forms that are open; one stays when somebody else decides first. */
export const unsentReasons = createObservable<readonly UnsentReason[]>([]);

/** Keeps what is typed. */
export function keepReason(unsent: UnsentReason): void {
  unsentReasons.set([...withoutReason(unsent.approval), unsent]);
}

/** It was sent, or is not wanted any more. */
export function forgetReason(approval: string): void {
  unsentReasons.set(withoutReason(approval));
}

function withoutReason(id: string): readonly UnsentReason[] {
  return unsentReasons.get().filter(({ approval }) => approval !== id);
}
