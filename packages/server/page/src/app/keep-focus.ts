/*
 * What has the focus may go: a dialog is closed, a row is removed, a button is replaced. The browser then leaves the focus on
 * nothing, and whoever works with the keyboard begins anew at the top. Here is the one place that gives it back: to what it
 * had before the dialog, menu or message, else to the row it was in, else to the next row, else to the one before, else to
 * the heading. A view that knows better moves the focus itself, at once or by `focusSoon`; this waits for it.
 */
import { isFocusComing } from '../parts/focus-soon.js';

/** How many places are remembered: more than dialogs lie above each other. */
const longest = 40;
/** Frames in which the kit and the views move the focus themselves. */
const patience = 5;

const focusable =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role="row"][tabindex]';
const rowKinds = '[role="row"], li, tr, article';
const overlays = '[aria-modal="true"], [role="dialog"], [role="menu"], [role="listbox"], .mantine-Notification-root';

/** Something that had the focus, and where that was; the latter is unknown of it once it is gone. */
interface Place {
  readonly element: HTMLElement;
  readonly isOverlay: boolean;
  readonly row: HTMLElement | null;
  readonly neighbours: readonly (Element | null)[];
}

/** Gives the focus back wherever what has it goes, as long as the document is there. Is told what had it so far. */
export function keepFocus(had: readonly EventTarget[]): void {
  let trail: readonly Place[] = had.filter((target) => target instanceof HTMLElement).map(describe);
  // It was left by a click on nothing.
  let isLeft = false;
  let isWaiting = false;

  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    isLeft = false;
    trail = [...trail.filter(({ element }) => element !== target).slice(1 - longest), describe(target)];
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    setTimeout(() => {
      if (isNowhere() && canFocus(target)) isLeft = true;
    });
  };
  const look = (frames: number): void => {
    isWaiting = false;
    const last = trail.at(-1);
    if (last === undefined || isLeft || !isNowhere()) return;
    const isBusy = last.element.isConnected && last.element.hasAttribute('data-loading');
    if (frames > 0 || isFocusComing() || isBusy) {
      // A button that is busy has it again afterwards.
      isWaiting = true;
      requestAnimationFrame(() => look(frames - 1));
      return;
    }
    findPlace(trail)?.focus();
  };
  const observer = new MutationObserver(() => {
    if (!isWaiting && !isLeft && isNowhere()) look(patience);
  });

  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  if (isNowhere()) look(patience);
}

function describe(element: HTMLElement): Place {
  const row = element.closest<HTMLElement>(rowKinds);
  return {
    element,
    isOverlay: element.closest(overlays) !== null,
    row,
    neighbours: [row?.nextElementSibling ?? null, row?.previousElementSibling ?? null],
  };
}

/** Where the focus goes. Under a dialog that is open it stays in it. */
function findPlace(trail: readonly Place[]): HTMLElement | null {
  const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
  const isAllowed = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && canFocus(element) && (dialog === undefined || dialog.contains(element));
  for (const { element, isOverlay, row, neighbours } of trail.toReversed()) {
    // What was shown above the page comes back only as a dialog that is still there.
    if ((!isOverlay || dialog !== undefined) && isAllowed(element)) return element;
    const near = [row, ...neighbours].map(firstOf).find(isAllowed);
    if (near !== undefined) return near;
    if (!isOverlay && dialog === undefined) break;
  }
  if (dialog !== undefined) return [...dialog.querySelectorAll<HTMLElement>(focusable)].find(canFocus) ?? null;
  return document.querySelector('h1');
}

/** A row itself, where it takes the focus, else the first thing in it that does. */
function firstOf(row: Element | null): Element | null {
  if (row === null || row.matches('[tabindex]')) return row;
  return [...row.querySelectorAll<HTMLElement>(focusable)].find(canFocus) ?? null;
}

function canFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function isNowhere(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}
