import { LoadoutError } from '../contract/errors.js';

/**
 * `kept`: a turn that waited has to be resumed first. `ready`: a request can be had. `asked`: its response is awaited, or its
 * failure. `working`: calls run. `ended`: there is a stop reason.
 */
export type LoopState = 'kept' | 'ready' | 'asked' | 'working' | 'ended';

/** What whoever drives a loop in this state does next. */
export function describeState(state: LoopState): string {
  switch (state) {
    case 'kept':
      return 'the turn waited for a person, so call resume() first.';
    case 'ready':
      return 'call request() first, and send what it answers.';
    case 'asked':
      return 'a request is out. Hand in its response, or its failure.';
    case 'working':
      return 'a response is being worked on. Wait for its step.';
    case 'ended':
      return 'the loop has ended. Start another turn.';
    default:
      return state satisfies never;
  }
}

/** A loop that is driven in a way that it has not. */
export function misused(message: string): LoadoutError {
  return new LoadoutError('LOOP_MISUSED', `Loop: ${message}`);
}
