import { createObservable } from './observable.js';

/** `signed-out`: the server took no request for lack of a session; sign-in stands over the view then. */
export type SessionState = 'unknown' | 'signed-in' | 'signed-out';

/** Whether somebody is signed in. */
export const session = createObservable<SessionState>('unknown');
