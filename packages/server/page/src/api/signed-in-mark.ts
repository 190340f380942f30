const storageKey = 'loadout-signed-in';

/** Writes down whether this browser has a session. */
export function markSignedIn(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage nothing is asked before another signs in.
  }
}

/** Whether it had one when the page was last here. It may be over. */
export function hasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
