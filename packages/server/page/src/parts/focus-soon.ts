/** How many frames a list may take to show what has changed. */
const patience = 20;

let looking = 0;

/** Whether something that is about to be shown will take the focus. */
export function isFocusComing(): boolean {
  return looking > 0;
}

/** Moves the focus to the first of these elements that is there, as soon as what changed is shown. */
export function focusSoon(...ids: readonly (string | undefined)[]): void {
  let left = patience;
  looking += 1;
  const look = (): void => {
    left -= 1;
    const [first, ...others] = ids.filter((id) => id !== undefined);
    const wanted = first === undefined ? null : document.getElementById(first);
    const found = wanted ?? (left > 0 ? null : others.map((id) => document.getElementById(id)).find(Boolean));
    if (!found && left > 0) {
      requestAnimationFrame(look);
      return;
    }
    looking -= 1;
    found?.focus();
  };
  requestAnimationFrame(look);
}
