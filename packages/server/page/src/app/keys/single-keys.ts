import { createObservable } from '../../api/observable.js';

const storageKey = 'loadout.single-keys';

/** Whether keys without Ctrl, Alt or the like do something (WCAG 2.1.4). Kept in this browser. */
export const singleKeys = createObservable(read());

/** Switches single keys on or off. */
export function setSingleKeys(isOn: boolean): void {
  singleKeys.set(isOn);
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // Storage may be refused; then the choice holds for this tab.
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
