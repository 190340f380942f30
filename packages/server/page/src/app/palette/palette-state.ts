import { createObservable } from '../../api/observable.js';

/** How often the palette was asked for in this tab. It is loaded with the first time. */
export const paletteRequests = createObservable(0);

/** Opens the palette. */
export function openPalette(): void {
  paletteRequests.set(paletteRequests.get() + 1);
}
