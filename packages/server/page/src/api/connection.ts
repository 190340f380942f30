import { createObservable } from './observable.js';

/** How the tab stands with the server. */
export type Connection =
  | { readonly state: 'idle' | 'connecting' | 'connected' }
  /** `retryAt`: when it tries again. Milliseconds since 1970. */
  | { readonly state: 'lost'; readonly since: number; readonly retryAt: number };

export const connection = createObservable<Connection>({ state: 'idle' });

/** Tells of every time that the tab is connected, the first too. */
export function onConnected(listener: () => void): () => void {
  return connection.subscribe(() => {
    if (connection.get().state === 'connected') listener();
  });
}
